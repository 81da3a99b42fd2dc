import { useEffect, useRef } from 'react';
import { listSeparator } from '#contract/isolate.ts';
import { textsOf } from '#contract/language.ts';
import type { ContactKind } from '#contract/messages/contact-kinds.ts';
import type { Message, Thread } from '#contract/messages/threads.ts';
import { msg, t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { formatList } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PictureLinks } from '../../ui/PictureLinks.tsx';
import { Clips } from '../clips/Clips.tsx';
import { ReportLink } from '../moderation/ReportLink.tsx';

/** The messages of a thread, the oldest first. What comes in is read out, and shown when the end was in view. */
export function MessageList({
  messages,
  thread: { side, buyer, seller },
}: {
  /** Newest first, as they are read. */
  messages: readonly Message[];
  thread: Pick<Thread, 'side' | 'buyer' | 'seller'>;
}) {
  const end = useRef<HTMLLIElement>(null);
  const newest = messages[0];
  const newestId = newest?._id;
  const isOwn = newest?.author === side;
  const before = useRef<{ id: string | undefined; wasSeen: boolean }>({
    id: undefined,
    wasSeen: true,
  });
  useEffect(() => {
    if (newestId === before.current.id) return;
    if (isOwn || before.current.wasSeen) end.current?.scrollIntoView({ block: 'nearest' });
    before.current.id = newestId;
  }, [newestId, isOwn]);
  useEffect(() => {
    const look = () => {
      const bottom = end.current?.getBoundingClientRect().bottom ?? 0;
      before.current.wasSeen = bottom < innerHeight;
    };
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  const names = { buyer: buyer.name, seller: seller.name };
  return (
    <div aria-label={t`Messages`} className="mt-6" role="log">
      <ol className="space-y-3">
        {messages.toReversed().map((message) => (
          <li
            className={`flex scroll-mb-44 flex-col ${message.author === side ? 'items-end' : 'items-start'}`}
            key={message._id}
            ref={message._id === newestId ? end : null}
          >
            <Bubble
              isOwn={message.author === side}
              message={message}
              name={names[message.author]}
              reader={side}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Bubble({
  message: { _id, text, language, images, clips, contact, time, hidden },
  isOwn,
  name,
  reader,
}: {
  message: Message;
  isOwn: boolean;
  name: string;
  reader: Thread['side'];
}) {
  const altOf = (number: number) =>
    isOwn ? t`Picture ${number} from you` : t`Picture ${number} from ${name}`;
  return (
    <>
      <article
        className={`max-w-[85%] min-w-0 rounded-lg border px-4 py-2.5 sm:max-w-[36rem] ${isOwn ? 'border-brass bg-brass-tint' : 'border-line bg-surface'}`}
      >
        <p className="text-sm text-muted">
          <span className="font-semibold">
            {isOwn ? t({ message: 'You', context: 'author of a message' }) : <bdi>{name}</bdi>}
          </span>
          <span>{listSeparator()}</span>
          <Moment at={time} />
        </p>
        <p
          className="mt-0.5 whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]"
          dir="auto"
          lang={hidden && !isOwn ? undefined : language}
        >
          {hidden && !isOwn ? (
            <em className="text-muted">{t`The shop has hidden this message.`}</em>
          ) : (
            text
          )}
        </p>
        {hidden && isOwn && (
          <p className="text-sm text-muted">{t`The shop has hidden it: only you can read it.`}</p>
        )}
        {images.length > 0 && (
          <div className="mt-2">
            <PictureLinks
              columns="grid-cols-2 gap-2"
              pictures={images.map((address, index) => ({ address, alt: altOf(index + 1) }))}
            />
          </div>
        )}
        {clips && <Clips clips={clips} />}
      </article>
      {!isOwn && reader && !hidden && (
        <ReportLink id={_id} kind="message" label={t`Report this message`} />
      )}
      {!isOwn && reader && contact.length > 0 && <ContactNote kinds={contact} reader={reader} />}
    </>
  );
}

const contactNames: Record<ContactKind, string> = textsOf({
  phone: msg`a telephone number`,
  email: msg`an email address`,
  'payment-link': msg`a link to pay elsewhere`,
  messenger: msg`a link to a messenger`,
  'bank-account': msg`a bank account number`,
});

/** What each side loses outside of the shop. */
const losses: Record<NonNullable<Thread['side']>, string> = textsOf({
  buyer: msg`What you pay here can be refunded, and you can return the instrument. The shop cannot help with what you pay elsewhere.`,
  seller: msg`What is paid here is yours once the buyer has the instrument, and the shop decides if you disagree. It cannot help with a sale elsewhere.`,
});

function ContactNote({
  kinds,
  reader,
}: {
  kinds: readonly ContactKind[];
  reader: 'buyer' | 'seller';
}) {
  const found = formatList(kinds.map((kind) => contactNames[kind]));
  return (
    <p className="mt-1.5 flex max-w-[85%] items-start gap-2 text-sm text-muted sm:max-w-[36rem]">
      <Icon className="mt-0.5 size-4 shrink-0 text-brass" name="shield" />
      <span>
        <span>{t`Found in this message: ${found}.`}</span> <span>{losses[reader]}</span>
      </span>
    </p>
  );
}
