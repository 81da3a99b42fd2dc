import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { CallReply } from '#contract/calls.ts';
import type { KindAttribute, KindCheck } from '#contract/instruments/instrument-calls.ts';
import {
  type Attribute,
  categoryOfKind,
  type Kind,
  shopInstruments,
} from '#contract/instruments/shop-instruments.ts';
import { i18n } from '#contract/language.ts';
import { ownText } from '#contract/shop/owned-text.ts';
import { type AskedOfKind, attributesOf } from './kind-attributes.ts';

/** A kind in the current language, with the first of its attributes and the hand. */
export function sayKindInList(kind: Kind): CallReply<'listKinds'>[0] {
  const leading = attributesOf(kind)
    .filter(({ id }, at) => at === 0 || id === 'hand')
    .map(sayAttribute)
    .map(({ id, type, values, unit }) => ({
      id,
      type,
      ...(unit !== undefined && { unit }),
      ...(values && { values: id === 'hand' ? values.filter((one) => one.id === 'left') : values }),
    }));
  return { ...sayKind(kind), leading };
}

/** A kind in the current language. */
export function sayKind(of: Kind): CallReply<'suggestKinds'>['kinds'][0] {
  const { kind, label, instrument } = of;
  return {
    id: kind,
    name: say(label, 'kind'),
    category: categoryOfKind(of),
    isInstrument: instrument ?? true,
  };
}

/** All that is asked about a kind, in the current language. What is former is asked no more. */
export function sayKindDetails(kind: Kind): CallReply<'readKind'> {
  const { photos, materials, photoOfEveryKind } = shopInstruments();
  return {
    ...sayKind(kind),
    attributes: attributesOf(kind)
      .filter(({ former }) => !former)
      .map(sayAttribute),
    checks: kind.checks.flatMap(sayCheck),
    photos: [...kind.photos, ...photoOfEveryKind].flatMap((id) => {
      const photo = photos[id];
      if (!photo) return [];
      const why = say(photo.why, 'reason for a photo');
      return [{ id, label: say(photo.label, 'photo'), why }];
    }),
    materials: (kind.materials ?? []).flatMap((id) => {
      const material = materials[id];
      if (!material) return [];
      const { label, note, source: _, ...facts } = material;
      return [{ id, label: say(label, 'material'), note: say(note, 'material'), ...facts }];
    }),
    brandGroups: [...kind.brandGroups],
    customs: { name: englishOf(kind.label), hs: kind.hs },
  };
}

/** What the owner has written has perhaps no English. */
const englishOf = (label: Kind['label']) =>
  typeof label === 'string' ? label : (label.en ?? Object.values(label)[0] ?? '');

export function sayAttribute(asked: AskedOfKind): KindAttribute {
  const { formerValues = [], values, label, ask, unit, ...rest } = asked;
  const context = `attribute ${asked.id}`;
  return {
    ...rest,
    label: say(label, context),
    ...(ask !== undefined && { ask: say(ask, context) }),
    ...(unit !== undefined && { unit: say(unit, 'unit') }),
    ...(values && {
      values: values
        .filter(({ id }) => !formerValues.includes(id))
        .map((value) => ({ id: value.id, label: say(value.label, context) })),
    }),
  };
}

function sayCheck(id: string): KindCheck[] {
  const check = shopInstruments().checks[id];
  if (!check || check.former) return [];
  const { ask, good, fine, flaw } = check;
  return [{ id, ask: say(ask, 'check'), good, fine: say(fine, 'check'), flaw: say(flaw, 'check') }];
}

/**
 * What the owner has written, or what scripts/build/instrument-texts.mjs has collected with this context; what has no letters is
 * no text.
 */
function say(message: Attribute['label'], context: string): string {
  if (typeof message !== 'string') return ownText(message);
  const text = { id: generateMessageId(message, context), message };
  return i18n._(text);
}
