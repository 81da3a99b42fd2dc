import { countryName } from '#contract/delivery/countries.ts';
import type { Fact } from '#contract/instruments/facts.ts';
import type { KindAttribute } from '#contract/instruments/instrument-calls.ts';
import { language } from '#contract/language.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { repliedText, type ShownText, textIn } from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';
import type { KindInList, ShownKind } from './queries.ts';

/** 'about 1962' */
export function madeText({ year, sure }: NonNullable<SingleProduct['made']>): string {
  if (sure === 'about') return t`about ${{ year: String(year) }}`;
  return sure === 'decade' ? t`the ${{ year: String(year) }}s` : String(year);
}

/** The facts of a listing in words, in the order of the kind. */
export function saidFacts(
  { attributes }: ShownKind,
  facts: Readonly<Record<string, Fact>> = {},
): (readonly [label: ShownText, text: ShownText])[] {
  return attributes.flatMap((attribute) => {
    const fact = facts[attribute.id];
    if (fact === undefined) return [];
    return [[repliedText(attribute, 'label'), factText(attribute, fact)] as const];
  });
}

function factText({ type, values = [], unit, languages }: Asked, fact: Fact): ShownText {
  switch (type) {
    case 'number': {
      const number = Number(fact).toLocaleString(language());
      if (unit === undefined) return { text: number };
      return textIn(languages?.unit, `${number} ${unit}`);
    }
    case 'yesno':
      return { text: fact === 'yes' ? t`Yes` : t`No` };
    case 'country':
      return { text: countryName(String(fact)) };
    case 'month': {
      const month = new Date(`${fact}-01T00:00:00Z`);
      const form = { year: 'numeric', month: 'long', timeZone: 'UTC' } as const;
      return { text: month.toLocaleDateString(language(), form) };
    }
    default: {
      const value = values.find(({ id }) => id === fact);
      return value ? repliedText(value, 'label') : { text: String(fact) };
    }
  }
}

type Asked = Pick<KindAttribute, 'type' | 'values' | 'unit' | 'languages'>;

/**
 * What a card says of the kind: its name, and the one fact that matters most, such as the size or the left hand. A yes and another
 * one say nothing without their question.
 */
export function kindLine(
  kind: KindInList,
  facts: Readonly<Record<string, Fact>> = {},
): ShownText[] {
  const { leading } = kind;
  const attribute =
    leading.find(({ id }) => id === 'hand' && facts.hand === 'left') ??
    leading.find(({ id, type }) => id !== 'hand' && type !== 'yesno' && isSaid(facts[id]));
  const fact = facts[attribute?.id ?? ''];
  const name = repliedText(kind, 'name');
  return attribute && fact !== undefined ? [name, factText(attribute, fact)] : [name];
}

const isSaid = (fact: Fact | undefined) => fact !== undefined && fact !== 'other';
