"""Write the findings of a search of many deals as one file of Parquet, with a summary of one line.

The file has a row for each deal. Its bytes follow from the findings and from the version of Arrow.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from hashlib import file_digest
from pathlib import Path
from typing import Final

import orjson
import pyarrow as pa
from pyarrow import parquet

from service.bulk.manifest import DIRECTORY, replacing
from service.bulk.seed_search import SeedSearch

_WORDS: Final = pa.dictionary(pa.int8(), pa.string())

SCHEMA: Final = pa.schema({"seed": pa.int32(), "prospect": _WORDS, "proof": _WORDS, "positions": pa.int64()})
"""The columns of an atlas: a proof is null where the prospect is undecided."""

JOB: Final = b"referee"
"""The key of the file's metadata under which the search is described."""

LAST_DEALS: Final = 200
"""How many deals at the end a summary has, so that the search can be repeated without the file."""


def write_atlas(search: SeedSearch) -> Path:
    """Write the file of a complete search and its summary beside it; return the path of the file.

    Raises OSError.
    """
    about = f"{search.job.stem}-{search.seeds[0]}-{search.seeds[-1]}"
    path = search.output / f"{about}.parquet"
    counts: Counter[str] = Counter()
    schema = SCHEMA.with_metadata({JOB: orjson.dumps(search.job.described())})
    with (
        replacing(path, search.output / DIRECTORY) as file,
        parquet.ParquetWriter(
            file,
            schema,
            compression="zstd",
            compression_level=19,
            use_dictionary=["prospect", "proof"],
            column_encoding={"seed": "DELTA_BINARY_PACKED"},
        ) as writer,
    ):
        table = pa.Table.from_batches(_batches(search, counts), schema)
        writer.write_table(table, len(search.seeds))
    last = table["prospect"].slice(max(table.num_rows - LAST_DEALS, 0)).to_pylist()
    summary = {
        **asdict(search.info()),
        **search.job.described(),
        "first": search.seeds[0],
        "positions": counts.pop("positions"),
        "proofs": dict(sorted(counts.items())),
        "last_deals": "".join(prospect[0] for prospect in last),
        **_described(path),
    }
    with replacing(path.with_suffix(".json"), search.output / DIRECTORY) as file:
        file.write(orjson.dumps(summary) + b"\n")
    return path


def _batches(search: SeedSearch, counts: Counter[str]) -> Iterator[pa.RecordBatch]:
    """Yield the rows of each block, and add what they have in common to `counts`."""
    for block in search.blocks():
        _, answers = block.read() or (0, [])
        proofs = [answer["proof"]["kind"] if "proof" in answer else None for answer in answers]
        counts.update(filter(None, proofs))
        counts["positions"] += sum(answer["positions"] for answer in answers)
        columns = {
            "seed": [int(answer["seed"]) for answer in answers],
            "prospect": [answer["prospect"] for answer in answers],
            "proof": proofs,
            "positions": [answer["positions"] for answer in answers],
        }
        yield pa.RecordBatch.from_pydict(columns, SCHEMA)


def _described(path: Path) -> dict[str, str | int]:
    with path.open("rb") as file:
        return {
            "file": path.name,
            "bytes": path.stat().st_size,
            "sha256": file_digest(file, "sha256").hexdigest(),
        }
