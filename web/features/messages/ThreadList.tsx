import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { Thread } from '#contract/messages/threads.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { listingStates, otherOf } from './ThreadHead.tsx';
import { threadsQuery } from './thread-queries.ts';

/** A user's conversations, those with unread messages first. */
export function ThreadList({ email }: { email: string }) {
  const list = useInfiniteQuery(threadsQuery(email));
  const rows = useRef<HTMLUListElement>(null);
  const { data, error, isFetching } = list;
  if (!data) {
    return error ? (
      <ErrorState
        isTrying={isFetching}
        message={error.message}
        onTryAgain={() => void list.refetch()}
        title={t`Your messages did not load`}
      />
    ) : (
      <SkeletonRows label={t`Loading your messages`} rowHeight="h-20" />
    );
  }
  const threads = uniqueOf(data.pages.flatMap(({ items }) => items));
  if (threads.length === 0) return <NoThreads />;
  return (
    <>
      <ul aria-label={t`Your conversations`} className="divide-y divide-line" ref={rows}>
        {threads.map((thread) => (
          <ThreadRow key={thread._id} thread={thread} />
        ))}
      </ul>
      <ShowMore
        end={{
          count: threads.length,
          hasMore: list.hasNextPage,
          loadsByItself: false,
          isLoading: list.isFetchingNextPage,
          failure: list.isFetchNextPageError ? list.error : null,
          loadMore: () => void list.fetchNextPage({ cancelRefetch: false }),
        }}
        rows={rows}
        things="conversations"
      />
    </>
  );
}

/** One that was read since its page was loaded is on a page further down, too. */
function uniqueOf(threads: readonly Thread[]): Thread[] {
  return [...new Map(threads.map((thread) => [thread._id, thread])).values()];
}

function ThreadRow({ thread }: { thread: Thread }) {
  const { _id, product, side, unread, lastMessage, isOpen, time } = thread;
  const other = otherOf(thread);
  const isUnread = unread > 0;
  return (
    <li>
      <Link
        className="-mx-2 flex items-center gap-4 rounded-md px-2 py-3 transition hover:bg-sunken"
        to={paths.thread(_id)}
      >
        <span className="w-16 shrink-0">
          <Picture address={product.image} alt="" sizes="4rem" source={product.picture} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className={`truncate ${isUnread ? 'font-bold' : 'font-semibold'}`} dir="auto">
              {other.name}
            </span>
            <span className="shrink-0 text-sm text-muted">
              <Moment at={lastMessage?.time ?? time} isDay />
            </span>
          </span>
          <span className="block truncate text-sm text-muted" dir="auto">
            {product.name}
          </span>
          <span className="mt-0.5 flex items-center gap-2">
            <span className={`flex min-w-0 flex-1 gap-1 ${isUnread ? 'font-semibold' : ''}`}>
              {lastMessage && lastMessage.author === side && (
                <span className="shrink-0 text-muted">{t`You:`} </span>
              )}
              <bdi className="min-w-0 truncate">
                {lastMessage?.text ?? t`The messages were removed`}
              </bdi>
            </span>
            {isUnread ? (
              <Badge tone="brass">{t`${unread} new`}</Badge>
            ) : (
              (!isOpen || product.state !== 'on-sale') && (
                <Badge tone="quiet">
                  {isOpen ? listingStates[product.state].label : t`Closed`}
                </Badge>
              )
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

function NoThreads() {
  return (
    <EmptyState
      action={
        <Link className={buttonStyle('primary')} to={paths.home()}>
          {t`Look around the shop`}
        </Link>
      }
      title={t`No messages yet`}
    >
      {t`Ask a seller about an instrument from its page. Your questions and the answers are here.`}
    </EmptyState>
  );
}
