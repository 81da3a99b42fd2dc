import { countryName } from '#contract/delivery/countries.ts';
import type { Fact } from '#contract/instruments/facts.ts';
import type { KindAttribute } from '#contract/instruments/instrument-calls.ts';
import { language } from '#contract/language.ts';
import type { SingleProduct } from '#contract/products/products.ts';
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
): (readonly [label: string, text: string])[] {
  return attributes.flatMap((attribute) => {
    const fact = facts[attribute.id];
    return fact === undefined ? [] : [[attribute.label, factText(attribute, fact)] as const];
  });
}

function factText({ type, values = [], unit }: Asked, fact: Fact): string {
  switch (type) {
    case 'number': {
      const number = Number(fact).toLocaleString(language());
      return unit === undefined ? number : `${number} ${unit}`;
    }
    case 'yesno':
      return fact === 'yes' ? t`Yes` : t`No`;
    case 'country':
      return countryName(String(fact));
    case 'month':
      return new Date(`${fact}-01T00:00:00Z`).toLocaleDateString(language(), {
        year: 'numeric',
        month: 'long',
        timeZone: 'UTC',
      });
    default:
      return values.find(({ id }) => id === fact)?.label ?? String(fact);
  }
}

type Asked = Pick<KindAttribute, 'type' | 'values' | 'unit'>;

/**
 * What a card says of the kind: its name, and the one fact that matters most, such as the size or the left hand. A yes and another
 * one say nothing without their question.
 */
export function kindLine(
  { name, leading }: KindInList,
  facts: Readonly<Record<string, Fact>> = {},
): string {
  const attribute =
    leading.find(({ id }) => id === 'hand' && facts.hand === 'left') ??
    leading.find(({ id, type }) => id !== 'hand' && type !== 'yesno' && isSaid(facts[id]));
  const fact = facts[attribute?.id ?? ''];
  return attribute && fact !== undefined ? `${name} · ${factText(attribute, fact)}` : name;
}

const isSaid = (fact: Fact | undefined) => fact !== undefined && fact !== 'other';
