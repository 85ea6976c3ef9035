"""The registry: every variant by its id."""

from typing import Final

from service.engine.rules import Variant
from service.engine.variants import double_russian, hoffmann, rouge_et_noir, royal_rendezvous

VARIANTS: Final[dict[str, Variant]] = {
    variant.id: variant
    for variant in (
        rouge_et_noir.NINE_COLUMNS,
        rouge_et_noir.CLASSIC,
        hoffmann.HOFFMANN,
        royal_rendezvous.ROYAL_RENDEZVOUS,
        double_russian.DOUBLE_RUSSIAN,
        rouge_et_noir.PYSOLFC,
        royal_rendezvous.PYSOLFC,
        double_russian.PYSOLFC,
    )
}
