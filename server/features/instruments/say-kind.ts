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
import { type ShownText, shownText, type TextLanguages } from '#contract/shop/owned-text.ts';
import { type AskedOfKind, attributesOf } from './kind-attributes.ts';

/** A kind in the current language, with the first of its attributes and the hand. */
export function sayKindInList(kind: Kind): CallReply<'listKinds'>[0] {
  const leading = attributesOf(kind)
    .filter(({ id }, at) => at === 0 || id === 'hand')
    .map(sayAttribute)
    .map(({ id, type, values, unit, languages }) => ({
      id,
      type,
      ...(unit !== undefined && { unit }),
      ...(unit !== undefined && languages?.unit && { languages: { unit: languages.unit } }),
      ...(values && { values: id === 'hand' ? values.filter((one) => one.id === 'left') : values }),
    }));
  return { ...sayKind(kind), leading };
}

/** A kind in the current language. */
export function sayKind(of: Kind): CallReply<'suggestKinds'>['kinds'][0] {
  const { kind, label, instrument } = of;
  const name = say(label, 'kind');
  return {
    id: kind,
    name: name.text,
    category: categoryOfKind(of),
    isInstrument: instrument ?? true,
    ...languagesOf({ name }),
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
      const label = say(photo.label, 'photo');
      const why = say(photo.why, 'reason for a photo');
      return [{ id, label: label.text, why: why.text, ...languagesOf({ label, why }) }];
    }),
    materials: (kind.materials ?? []).flatMap((id) => {
      const material = materials[id];
      if (!material) return [];
      const { label, note, source: _, ...facts } = material;
      const said = { label: say(label, 'material').text, note: say(note, 'material').text };
      return [{ id, ...said, ...facts }];
    }),
    brandGroups: [...kind.brandGroups],
    customs: { name: englishOf(kind.label), hs: kind.hs },
  };
}

/** What the owner has written has perhaps no English. */
const englishOf = (label: Kind['label']) =>
  typeof label === 'string' ? label : (label.en ?? Object.values(label)[0] ?? '');

export function sayAttribute(asked: AskedOfKind): KindAttribute {
  const { formerValues = [], values, ...rest } = asked;
  const context = `attribute ${asked.id}`;
  const label = say(asked.label, context);
  const ask = asked.ask === undefined ? undefined : say(asked.ask, context);
  const unit = asked.unit === undefined ? undefined : say(asked.unit, 'unit');
  return {
    ...rest,
    label: label.text,
    ask: ask?.text,
    unit: unit?.text,
    ...(values && {
      values: values
        .filter(({ id }) => !formerValues.includes(id))
        .map((value) => sayValue(value, context)),
    }),
    ...languagesOf({ label, ask, unit }),
  };
}

function sayValue({ id, ...value }: { id: string; label: Attribute['label'] }, context: string) {
  const label = say(value.label, context);
  return { id, label: label.text, ...languagesOf({ label }) };
}

function sayCheck(id: string): KindCheck[] {
  const check = shopInstruments().checks[id];
  if (!check || check.former) return [];
  const ask = say(check.ask, 'check');
  const fine = say(check.fine, 'check');
  const flaw = say(check.flaw, 'check');
  return [
    {
      id,
      ask: ask.text,
      good: check.good,
      fine: fine.text,
      flaw: flaw.text,
      ...languagesOf({ ask, fine, flaw }),
    },
  ];
}

/**
 * What the owner has written, or what scripts/build/instrument-texts.mjs has collected with this context; what has no letters is
 * no text.
 */
function say(message: Attribute['label'], context: string): ShownText {
  if (typeof message !== 'string') return shownText(message);
  const text = { id: generateMessageId(message, context), message };
  return { text: i18n._(text) };
}

/** The languages of texts that are not in the current one, by their fields; nothing when all are. */
function languagesOf(
  said: Readonly<Record<string, ShownText | undefined>>,
): { languages: TextLanguages } | undefined {
  const others = Object.entries(said).flatMap(([field, text]) =>
    text?.lang === undefined ? [] : [[field, text.lang] as const],
  );
  return others.length > 0 ? { languages: Object.fromEntries(others) } : undefined;
}
