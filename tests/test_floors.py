"""The engine stands alone."""

import subprocess
import sys


def test_the_engine_loads_neither_flask_nor_marshmallow():
    program = (
        "import sys, service.engine.replay, service.engine.describe;"
        "print(sorted({name.split('.')[0] for name in sys.modules} & {'flask', 'marshmallow', 'schemas'}))"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
