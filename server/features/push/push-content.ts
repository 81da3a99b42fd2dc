import { createHash } from 'node:crypto';
import { language } from '#contract/language.ts';
import type { QueuedMailKind } from '#contract/operations/mail-kinds.ts';
import type { PushTopic } from '#contract/push/push-terms.ts';
import { t } from '#contract/text.ts';
import { directionOf } from '../../core/shop-language.ts';
import { sayKindAndMaker } from '../instruments/say-kind-and-maker.ts';

/** What the shop itself knows of an instrument: its kind and maker, and nothing that its seller has typed. */
export interface PushedInstrument {
  instrumentKind: string | null;
  maker: string | null;
}

export interface PushContent {
  title: string;
  body: string;
  /** Absolute: where it leads. */
  link: string;
  /** Notifications with the same words replace each other. */
  replaces: string;
}

/** What a notification beside a mail says, in the current language. */
export function pushContentOf(
  { kind, topic, subjectId }: { kind: QueuedMailKind; topic: PushTopic; subjectId: string },
  instrument: PushedInstrument | undefined,
  link: string,
): PushContent {
  const about = (instrument && sayKindAndMaker(instrument)) ?? '';
  return { ...textsOf(kind, topic, about), link, replaces: digestOf(`${topic}:${subjectId}`) };
}

/** The one that a person sends to a device to try it. */
export function testContentOf(shopName: string, link: string): PushContent {
  return {
    title: t`This is a test`,
    body: t`Notifications from ${shopName} arrive on this device.`,
    link,
    replaces: digestOf('test'),
  };
}

/** Browsers that know it show it without our worker (Declarative Web Push); in others the worker reads the same. */
export function payloadOf({ title, body, link, replaces }: PushContent): string {
  const lang = language();
  const shown = { title, body, lang, dir: directionOf(lang), tag: replaces, navigate: link };
  return JSON.stringify({ web_push: 8030, notification: shown });
}

/** Push services take at most 32 characters (RFC 8030, section 5.4), and need not learn what it is about. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 32);
}

function textsOf(
  kind: QueuedMailKind,
  topic: PushTopic,
  about: string,
): Pick<PushContent, 'title' | 'body'> {
  switch (topic) {
    case 'messages':
      return { title: t`You have a new message`, body: about };
    case 'offers':
      return { title: offerTitle(kind), body: about };
    case 'sold':
      return { title: t`Your instrument is sold and paid`, body: about };
    case 'sent':
      return { title: t`Your instrument is on its way`, body: about };
    case 'price-drops':
      return {
        title: t`News from your wishlist`,
        body: t`Something costs less now, or can be booked again.`,
      };
    case 'searches':
      return {
        title: t`New for your saved searches`,
        body: t`Instruments that you are looking for have come in.`,
      };
  }
}

function offerTitle(kind: QueuedMailKind): string {
  if (kind === 'offer-made') return t`You have a new offer`;
  if (kind === 'booked') return t`Your offer was accepted`;
  if (kind === 'offer-countered') return t`There is a counter-offer for you`;
  return kind === 'offer-declined' ? t`An offer was declined` : t`An offer has ended`;
}
