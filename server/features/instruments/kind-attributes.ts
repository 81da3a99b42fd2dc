import {
  type Attribute,
  type Kind,
  shopInstruments,
} from '#contract/instruments/shop-instruments.ts';
import { perShop } from '#contract/shop/per-shop.ts';

/** An attribute as it is asked of a kind. */
export interface AskedOfKind extends Omit<Attribute, 'values'> {
  id: string;
  /** Those that the kind has, in its order. */
  values?: readonly { id: string; label: Attribute['label'] }[];
  /** Whether it is asked first. */
  first: boolean;
}

/** More questions on one page make sellers leave. */
const maxFirst = 7;

/** What is asked of a kind: its own attributes, what matters most to buyers first, then those of every kind. */
export function attributesOf(kind: Kind): readonly AskedOfKind[] {
  const known = attributesByKind().get(kind);
  if (known) return known;
  const asked = collectAttributes(kind);
  attributesByKind().set(kind, asked);
  return asked;
}

const attributesByKind = perShop(() => new Map<Kind, readonly AskedOfKind[]>());

function collectAttributes({ attributes, without = [] }: Kind): AskedOfKind[] {
  const { common: ofEveryKind, attributes: known } = shopInstruments();
  const common = ofEveryKind.filter((id) => !without.includes(id));
  const own = attributes.map((asked, at) => ({ ...asked, first: at < maxFirst }));
  const others = common.map((id) => ({ id, values: undefined, first: false }));
  return [...own, ...others].flatMap(({ id, values: narrowed, first }) => {
    const attribute = known[id];
    if (!attribute) return [];
    const { values, ...rest } = attribute;
    const ids = values && (narrowed ?? Object.keys(values));
    const labelled = ids?.map((value) => ({ id: value, label: values?.[value] ?? value }));
    return [{ ...rest, id, first, ...(labelled && { values: labelled }) }];
  });
}
