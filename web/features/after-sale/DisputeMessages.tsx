import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Thread } from '#contract/messages/threads.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { useIdentity } from '../../identity/identity.ts';
import { shopHas } from '../../ui/current-shop.ts';
import { FieldError } from '../../ui/Field.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { messagesForAdminQuery, threadOfBookingQuery } from './queries.ts';
import { Said } from './Said.tsx';

/** What the two sides of a disputed sale have written to each other: a link for them, and to read right here for an admin. */
export function DisputeMessages({ bookingId }: { bookingId: string }) {
  const identity = useIdentity();
  const email = identity === null || identity === 'pending' ? '' : identity.email;
  const { data: thread } = useQuery({
    ...threadOfBookingQuery(email, bookingId),
    enabled: email !== '' && shopHas('messages'),
  });
  if (!thread) return null;
  if (thread.side === undefined) return <ForAdmin thread={thread} />;
  return (
    <p>
      <Link className="text-link py-1" to={paths.thread(thread._id)}>
        {t`See your messages`}
      </Link>
    </p>
  );
}

/** Closed at first, because each look of an admin is recorded. */
function ForAdmin({ thread }: { thread: Thread }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="rounded-lg border border-line p-4"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer font-semibold">
        {t`Read what they wrote to each other`}
      </summary>
      <p className="mt-2 text-sm text-muted">{t`The audit log records that you have read it.`}</p>
      {isOpen && <Messages thread={thread} />}
    </details>
  );
}

function Messages({ thread: { _id, buyer, seller } }: { thread: Thread }) {
  const { data, error } = useQuery(messagesForAdminQuery(_id));
  if (error) return <FieldError message={error.message} />;
  if (!data) return <SkeletonRows label={t`Loading the messages`} rowHeight="h-20" />;
  const names = { buyer: buyer.name, seller: seller.name };
  return (
    <>
      {data.nextCursor !== null && (
        <p className="mt-3">
          <Link className="text-link" to={paths.thread(_id)}>
            {t`Show older messages`}
          </Link>
        </p>
      )}
      <ol aria-label={t`Messages`} className="mt-3 space-y-3">
        {data.items.toReversed().map(({ _id: id, author, text, images, clips, time }) => (
          <Said by={author} clips={clips} images={images} key={id} name={names[author]} time={time}>
            {text}
          </Said>
        ))}
      </ol>
    </>
  );
}
