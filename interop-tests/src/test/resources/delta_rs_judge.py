"""Answers questions about Delta tables with delta-rs: one JSON object per line in, one per line out.

{"table": T, "applications": [A, ...]}: what delta-rs knows of the latest version. {"table": T, "rows": true}: its rows as texts, sorted.
{"table": T, "change": true}: commits another description, and tells the version. Whatever fails answers {"error": TEXT}.
"""

import json
import sys

from deltalake import DeltaTable, QueryBuilder


def rows(table):
    result = QueryBuilder().register("t", table).execute("SELECT * FROM t").read_all()
    return {"rows": sorted(str(row) for batch in result.to_batches() for row in batch.to_struct_array().to_pylist())}


def ask(question):
    table = DeltaTable(question["table"])
    if question.get("rows"):
        return rows(table)
    if question.get("change"):
        table.alter.set_table_description("changed by delta-rs")
        return {"version": table.version()}
    metadata = table.metadata()
    protocol = table.protocol()
    return {
        "version": table.version(),
        "schema": json.loads(table.schema().to_json()),
        "metadata": [
            str(metadata.id),
            str(metadata.name),
            str(metadata.description),
            str(metadata.partition_columns),
            str(sorted(metadata.configuration.items())),
            str(metadata.created_time),
        ],
        "protocol": [
            str(protocol.min_reader_version),
            str(protocol.min_writer_version),
            str(sorted(protocol.reader_features or [])),
            str(sorted(protocol.writer_features or [])),
        ],
        "files": sorted(str(file) for file in table.get_add_actions().to_struct_array().to_pylist()),
        "tombstones": sorted(
            set(table.vacuum(retention_hours=0, dry_run=True, enforce_retention_duration=False))
        ),
        "transactions": {
            application: table.transaction_version(application) for application in question["applications"]
        },
    }


for line in sys.stdin:
    try:
        answer = ask(json.loads(line))
    except BaseException as error:  # a panic of delta-rs is no Exception
        answer = {"error": type(error).__name__ + ": " + str(error)}
    print(json.dumps(answer), flush=True)
