import { aloneAnswers } from '#contract/instruments/materials.ts';
import { type Kind, shopInstruments } from '#contract/instruments/shop-instruments.ts';
import { type AskedOfKind, attributesOf } from '../../features/instruments/kind-attributes.ts';
import type { Draft } from './operations.ts';

/**
 * The values of a listing that fit only with the data of the shop or with each other: its kind and the answers to what that kind
 * is asked, its materials, its country. Undefined for other fields and for other calls; null leaves a field out.
 */
export function fittingListingValue(field: string, draft: Draft): unknown {
  if (!/^(list|change)Product$/.test(draft.operation.name)) return undefined;
  const kinds = shopInstruments().kinds;
  const kind = kinds[draft.subject % kinds.length];
  // An optional field is sent with an odd roll alone, and answers are refused without a kind.
  const answered = (draft.values['body kind']?.roll ?? 0) % 2 === 1 ? kind : undefined;
  const known: Record<string, () => unknown> = {
    kind: () => kind?.kind,
    facts: () => (answered ? factsAbout(answered, draft) : null),
    checks: () => (answered ? Object.fromEntries(answered.checks.map(checked(draft))) : null),
    // Others than `none` keep most of them from being shipped abroad.
    materials: () => (draft.roll % 2 === 0 ? 'none' : pick(materials(), draft)),
    made: () => ({ year: 1900 + (draft.actor % 100), sure: pick(certainties, draft) }),
    language: () => pick(['', 'en', 'de', 'pt-BR', 'ar', 'zh-Hant-TW'], draft),
    country: () => pick(['', 'GB', 'US', 'de', 'JP', 'BR'], draft),
    serial: () => pick(['', { state: 'none' }, serialNumber(draft)], draft),
  };
  return known[field]?.();
}

const certainties = ['exact', 'about', 'decade'] as const;

/** Those that need papers are refused without. */
function materials(): readonly string[] {
  const known = Object.entries(shopInstruments().materials);
  const free = known.filter(([, { domesticSale }]) => domesticSale === undefined);
  return ['', ...aloneAnswers, ...free.map(([id]) => id)];
}

const serialNumber = ({ actor }: Draft) => ({ state: 'number', number: `SN ${actor % 1_000}` });

const checked =
  ({ actor }: Draft) =>
  (id: string, index: number) => [id, ['yes', 'no', 'unknown', ''][(actor + index) % 4]];

/** An answer to about a third of what is asked. */
function factsAbout(kind: Kind, draft: Draft): Record<string, unknown> {
  const asked = attributesOf(kind).filter(({ field }) => field === undefined);
  const chosen = asked.filter((_, index) => (draft.actor + index) % 3 === 0);
  return Object.fromEntries(chosen.map((attribute) => [attribute.id, answerTo(attribute, draft)]));
}

function answerTo({ type, values = [], min = 0, max = 0 }: AskedOfKind, draft: Draft): unknown {
  switch (type) {
    case 'number':
      return Math.min(max, min + (draft.actor % 100));
    case 'choice':
      return pick(values, draft)?.id ?? '';
    case 'yesno':
      return pick(['yes', 'no', ''], draft);
    case 'month':
      return '2024-05';
    case 'country':
      return 'JP';
    default:
      return 'Ebony';
  }
}

function pick<Value>(values: readonly Value[], { actor }: Draft): Value | undefined {
  return values[actor % values.length];
}
