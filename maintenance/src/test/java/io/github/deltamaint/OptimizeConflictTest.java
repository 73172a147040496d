package io.github.deltamaint;

import static io.github.deltamaint.Tables.activeFiles;
import static io.github.deltamaint.Tables.judge;
import static io.github.deltamaint.Tables.maintain;
import static io.github.deltamaint.Tables.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.deltamaint.common.CommitConflictException;
import io.github.deltamaint.common.CommitConflictException.Reason;
import io.github.deltamaint.testsupport.Columns;
import io.github.deltamaint.testsupport.NaiveLog;
import io.github.deltamaint.testsupport.TestFile;
import io.github.deltamaint.testsupport.TestTable;
import io.github.deltamaint.testsupport.TreeSnapshot;
import io.github.deltamaint.testsupport.VectorStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to a plan whose table has changed since it was made. The table that tests write by hand knows which rows must be there. */
class OptimizeConflictTest {
    @TempDir
    Path directory;

    /** What another writer does between plan and commit. One partition has the two small inputs of the only task, the other a file that is none. */
    enum Meanwhile {
        APPENDS(null) {
            @Override
            void act(TestTable table) {
                table.append(rows("West", 1000, 10));
            }
        },
        APPENDS_TWICE(null) {
            @Override
            void act(TestTable table) {
                table.append(rows("West", 1000, 10)).append(rows("East", 2000, 10));
            }
        },
        RECORDS_A_TRANSACTION(null) {
            @Override
            void act(TestTable table) {
                table.commit(commit -> commit.transaction("stream", 7));
            }
        },
        WRITES_A_DOMAIN(null) {
            @Override
            void act(TestTable table) {
                table.commit(commit -> commit.domain("someone.else", "{}"));
            }
        },
        REMOVES_A_FILE_THAT_IS_NO_INPUT(null) {
            @Override
            void act(TestTable table) {
                table.remove(file(table, "East", 0));
            }
        },
        DELETES_ROWS_OF_A_FILE_THAT_IS_NO_INPUT(null) {
            @Override
            void act(TestTable table) {
                table.deleteRows(file(table, "East", 0), 1, 2);
            }
        },
        DELETES_ROWS_OF_AN_INPUT(Reason.FILES_REMOVED) {
            @Override
            void act(TestTable table) {
                table.deleteRows(file(table, "West", 0), 1, 2);
            }
        },
        DELETES_MORE_ROWS_OF_AN_INPUT(Reason.FILES_REMOVED) {
            @Override
            void act(TestTable table) {
                table.deleteRows(file(table, "West", 1), 1, 2);
            }
        },
        REMOVES_AN_INPUT(Reason.FILES_REMOVED) {
            @Override
            void act(TestTable table) {
                table.remove(file(table, "West", 1));
            }
        },
        REMOVES_AN_INPUT_AFTER_AN_APPEND(Reason.FILES_REMOVED) {
            @Override
            void act(TestTable table) {
                table.append(rows("West", 1000, 10)).remove(file(table, "West", 1));
            }
        },
        ADDS_AN_INPUT_AGAIN(Reason.FILES_ADDED) {
            @Override
            void act(TestTable table) {
                table.commitRaw("{\"add\":" + file(table, "West", 0).add() + "}");
            }
        },
        OPTIMIZES(Reason.FILES_REMOVED) {
            @Override
            void act(TestTable table) {
                maintain(table).optimize().execute();
            }
        },
        CHANGES_A_PROPERTY(Reason.METADATA_CHANGED) {
            @Override
            void act(TestTable table) {
                table.properties(Map.of("delta.targetFileSize", "1mb"));
            }
        },
        ADDS_A_COLUMN(Reason.METADATA_CHANGED) {
            @Override
            void act(TestTable table) {
                table.addColumns(new Columns().longs("more").type());
            }
        },
        CHANGES_THE_PROTOCOL(Reason.PROTOCOL_CHANGED) {
            @Override
            void act(TestTable table) {
                table.commitRaw(
                        "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,"
                                + "\"readerFeatures\":[\"deletionVectors\"],\"writerFeatures\":[\"deletionVectors\",\"changeDataFeed\"]}}");
            }
        };

        private final @Nullable Reason reason;

        Meanwhile(@Nullable Reason reason) {
            this.reason = reason;
        }

        abstract void act(TestTable table);
    }

    private static TestFile file(TestTable table, String region, int index) {
        return table.files().stream()
                .filter(file -> region.equals(file.partitionValues().get("region")))
                .toList()
                .get(index);
    }

    /** West has two small files, one of them with a deletion vector; East has a lone one. */
    private TestTable oneTask() {
        TestTable table = TestTable.in(directory)
                .feature("deletionVectors")
                .partitionedBy("region")
                .append(rows("West", 0, 10));
        table.append(rows("West", 10, 10)).append(rows("East", 500, 100));
        table.commit(commit -> commit.deleteRows(file(table, "West", 1), VectorStorage.FILE, 5));
        return table;
    }

    @ParameterizedTest
    @EnumSource
    void rowsAreWhatTheOtherWriterMadeThem(Meanwhile meanwhile) {
        TestTable table = oneTask();
        OptimizePlan plan = maintain(table).optimize().plan();
        assertThat(plan.tasks()).hasSize(1);
        meanwhile.act(table);
        TreeSnapshot before = TreeSnapshot.of(directory);
        long latest = NaiveLog.latest(directory).version();

        if (meanwhile.reason == null) {
            OptimizeResult result = plan.execute();
            assertThat(result.versions()).containsExactly(latest + 1);
            assertThat(result.droppedTasks()).isEmpty();
        } else {
            Throwable lost = catchThrowable(plan::execute);
            assertThat(lost)
                    .isInstanceOf(CommitConflictException.class)
                    .hasMessageStartingWith(directory + ": OPTIMIZE lost to version " + latest)
                    .hasMessageEndingWith("Nothing was changed; run it again");
            CommitConflictException conflict = (CommitConflictException) lost;
            assertThat(conflict.reason()).isEqualTo(meanwhile.reason);
            assertThat(conflict.winningVersion()).isEqualTo(latest);
            assertThat(conflict.isRetryable()).isTrue();
            assertThat(before.differenceNow(directory)).isEmpty();
        }
        assertThat(judge(directory)).isEqualTo(table.rows().texts());

        maintain(table).optimize().execute();
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
        assertThat(maintain(table).optimize().execute().isNoOp()).isTrue();
    }

    @Test
    void onlyTheTaskWhoseFilesWereTouchedIsDropped() {
        TestTable table = Tables.threeTasks(directory);
        OptimizePlan plan = maintain(table).optimize().plan();
        table.deleteRows(file(table, "North", 1), 3);
        Set<String> before = new TreeSet<>(TreeSnapshot.of(directory).files());

        OptimizeResult result = plan.execute();

        assertThat(result.droppedTasks()).containsExactly(plan.tasks().get(1));
        assertThat(result.numTasks()).isEqualTo(2);
        assertThat(result.filesRemoved().totalFiles()).isEqualTo(4);
        assertThat(result.filesAdded().totalFiles()).isEqualTo(2);
        assertThat(result.partitionsOptimized()).isEqualTo(2);
        assertThat(result.numRecords()).isEqualTo(40);
        assertThat(result.totalFilesSkipped()).isEqualTo(2);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
        assertThat(TreeSnapshot.of(directory).files())
                .filteredOn(path -> !before.contains(path) && path.endsWith(".parquet"))
                .hasSize(2)
                .noneMatch(path -> path.startsWith("region=North/"))
                .allMatch(activeFiles(directory)::contains);

        OptimizeResult again = maintain(table).optimize().execute();
        assertThat(again.numTasks()).isEqualTo(1);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
        assertThat(maintain(table).optimize().execute().isNoOp()).isTrue();
    }

    @Test
    void theCommitOfTheRestSaysWhatTheRestIs() {
        TestTable table = Tables.threeTasks(directory);
        OptimizePlan plan = maintain(table).optimize().plan();
        table.remove(file(table, "West", 0));

        plan.execute();

        HistoryEntry entry = maintain(table).history(1).get(0);
        assertThat(entry.operationMetrics())
                .containsEntry("numRemovedFiles", "4")
                .containsEntry("numAddedFiles", "2");
        assertThat(entry.readVersion()).hasValue(plan.readVersion());
    }

    @Test
    void tasksAreDroppedOneAfterTheOtherByWritersThatAreFaster() {
        TestTable table = Tables.threeTasks(directory);
        OptimizeResult result = maintain(table)
                .optimize()
                .listener(new MaintenanceListener() {
                    @Override
                    public void commitStarted(long attemptedVersion, int attempt) {
                        if (attempt == 1) {
                            table.deleteRows(file(table, "East", 0), 0);
                        } else if (attempt == 2) {
                            table.remove(file(table, "West", 1));
                        }
                    }
                })
                .execute();
        assertThat(result.droppedTasks())
                .extracting(task -> task.partitionValues().get("region"))
                .containsExactly("East", "West");
        assertThat(result.numTasks()).isEqualTo(1);
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whenEveryTaskWasTouchedTheWholeOperationIsLost(boolean inParts) {
        TestTable table = Tables.threeTasks(directory);
        Optimize optimize = maintain(table).optimize();
        OptimizePlan plan = (inParts ? optimize.commitEvery(1) : optimize).plan();
        for (String region : List.of("East", "North", "West")) {
            table.deleteRows(file(table, region, 0), 0);
        }
        TreeSnapshot before = TreeSnapshot.of(directory);
        assertThat(catchThrowable(plan::execute))
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("Nothing was changed; run it again");
        assertThat(before.differenceNow(directory)).isEmpty();
    }

    @Test
    void aTouchedPartOfAnOperationInPartsIsDroppedAndTheOthersAreCommitted() {
        TestTable table = Tables.threeTasks(directory);
        OptimizePlan plan = maintain(table).optimize().commitEvery(1).plan();
        table.deleteRows(file(table, "North", 0), 0);
        long version = table.version();

        OptimizeResult result = plan.execute();

        assertThat(result.versions()).containsExactly(version + 1, version + 2);
        assertThat(result.droppedTasks()).containsExactly(plan.tasks().get(1));
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
    }

    @Test
    void anOperationInPartsThatLosesLaterSaysWhatStays() {
        TestTable table = Tables.threeTasks(directory);
        long version = table.version();
        Throwable lost = catchThrowable(() -> maintain(table)
                .optimize()
                .commitEvery(1)
                .listener(new MaintenanceListener() {
                    @Override
                    public void commitFinished(long finished) {
                        writeMetadata(table, finished + 1);
                    }
                })
                .execute());
        assertThat(lost)
                .isInstanceOf(CommitConflictException.class)
                .hasMessage(directory + ": OPTIMIZE committed versions [" + (version + 1)
                        + "], which stay, and then lost to version " + (version + 2)
                        + " (DELTA_METADATA_CHANGED). Run it again for the other tasks");
        assertThat(judge(directory)).isEqualTo(table.rows().texts());
        assertThat(TreeSnapshot.of(directory).files().stream().filter(path -> path.endsWith(".parquet")))
                .hasSize(6 + 1);
    }

    private static void writeMetadata(TestTable table, long version) {
        String metadata = NaiveLog.commit(table.path(), 0).stream()
                .filter(action -> action.has("metaData"))
                .findFirst()
                .orElseThrow()
                .toString();
        try {
            Files.writeString(
                    table.commitFile(version),
                    metadata.replace("\"configuration\":{}", "\"configuration\":{\"a\":\"b\"}"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
