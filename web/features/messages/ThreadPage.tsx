import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { limits } from '#contract/constants.ts';
import type { Thread } from '#contract/messages/threads.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { ActionMenu, MenuAction } from '../../ui/ActionMenu.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { shopHas } from '../../ui/current-shop.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { LoadingOrError } from '../../ui/LoadingOrError.tsx';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import {
  EvidencePictures,
  missingPicture,
  useEvidencePictures,
} from '../after-sale/EvidencePictures.tsx';
import { ClipsField } from '../clips/ClipsField.tsx';
import { missingClip } from '../clips/use-clips.ts';
import { useDraftClips } from '../clips/use-draft-clips.ts';
import { OfferPanel } from '../offers/OfferPanel.tsx';
import { OfferNotifications } from '../push/OfferNotifications.tsx';
import { MessageForm } from './MessageForm.tsx';
import { MessageList } from './MessageList.tsx';
import { useMessageDraft } from './message-draft.ts';
import { otherOf, ThreadHead } from './ThreadHead.tsx';
import { ThreadStanding } from './ThreadStanding.tsx';
import {
  begunKey,
  blockMutation,
  markReadMutation,
  messagesQuery,
  sendMessageMutation,
  threadQuery,
} from './thread-queries.ts';

/** A conversation between a buyer and a seller, with the listing that it is about. */
export function ThreadPage() {
  const { id = '' } = useParams();
  const query = useQuery(threadQuery(id));
  if (query.data) return <Conversation key={id} thread={query.data} />;
  const { error } = query;
  if (error instanceof CallFailure && [400, 404].includes(error.status)) {
    return (
      <>
        <h1 tabIndex={-1}>{t`Messages`}</h1>
        <EmptyState
          action={
            <Link className={buttonStyle('primary')} to={paths.messages()}>
              {t`See your messages`}
            </Link>
          }
          title={t`We cannot find this conversation`}
        >
          {t`It may have gone with somebody who left the shop, or it belongs to someone else.`}
        </EmptyState>
      </>
    );
  }
  return <LoadingOrError heading={t`Messages`} label={t`Loading the conversation`} query={query} />;
}

/** What one has offered the other for the listing. */
function Offers({
  side,
  other,
  productId,
}: {
  side: 'buyer' | 'seller';
  other: { _id: string };
  productId: string;
}) {
  const { email } = useDashboardUser();
  if (!shopHas('offers')) return null;
  return (
    <div className="mt-4 empty:hidden">
      <OfferPanel email={email} productId={productId} side={side} withId={other._id} />
    </div>
  );
}

function Conversation({ thread }: { thread: Thread }) {
  const { _id, side, product, bookingId } = thread;
  const [buyerName, sellerName] = [thread.buyer.name, thread.seller.name];
  const other = otherOf(thread);
  return (
    <>
      <Link className="text-link py-1 text-sm" to={paths.messages()}>
        {t`All messages`}
      </Link>
      <h1 className="mt-1 wrap-anywhere" tabIndex={-1}>
        {side === undefined ? (
          <span>
            <Trans>
              Messages of <bdi>{buyerName}</bdi> and <bdi>{sellerName}</bdi>
            </Trans>
          </span>
        ) : (
          <bdi>{other.name}</bdi>
        )}
      </h1>
      <ThreadHead bookingId={side && bookingId} product={product}>
        {side !== undefined && !other.isRemoved && (
          <BlockMenu
            isBlocked={thread.blockId !== undefined}
            name={other.name}
            userId={other._id}
          />
        )}
      </ThreadHead>
      {side !== undefined && <Offers other={other} productId={product._id} side={side} />}
      {side === undefined && (
        <p className="mt-4 rounded-lg bg-sunken p-4 text-sm">
          {t`You can read this because a dispute about their booking is open. Each time you look, the audit log records it.`}
        </p>
      )}
      <Messages thread={thread} />
      <ThreadStanding thread={thread} />
      {side !== undefined && thread.isOpen && <Writing id={_id} to={other.name} />}
    </>
  );
}

function Messages({ thread }: { thread: Thread }) {
  const isSide = thread.side !== undefined;
  const list = useInfiniteQuery(messagesQuery(thread._id, isSide));
  const { data, error, hasNextPage, isFetching, isFetchingNextPage } = list;
  const messages = data?.pages.flatMap(({ items }) => items) ?? [];
  const newestId = messages[0]?._id;
  const { mutate: markRead } = useMutation(markReadMutation(thread._id));
  const isUnread = isSide && thread.unread > 0;
  const newestAuthor = messages[0]?.author;
  useEffect(() => {
    if (!newestId || !isSide) return;
    const mark = () => {
      if (document.visibilityState === 'visible') markRead(newestId);
    };
    // What was read already is not said again.
    if (isUnread || newestAuthor !== thread.side) mark();
    addEventListener('visibilitychange', mark);
    return () => removeEventListener('visibilitychange', mark);
  }, [newestId, newestAuthor, isSide, isUnread, thread.side, markRead]);
  if (!data) {
    return error ? (
      <div className="mt-6">
        <ErrorState
          isTrying={isFetching}
          message={error.message}
          onTryAgain={() => void list.refetch()}
          title={t`The messages did not load`}
        />
      </div>
    ) : (
      <Loading label={t`Loading the messages`} />
    );
  }
  return (
    <>
      {hasNextPage && (
        <p className="mt-6 flex justify-center">
          <Button
            busyLabel={t`Loading older messages`}
            isBusy={isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
            size="small"
          >
            {t`Show older messages`}
          </Button>
        </p>
      )}
      {messages.length === 0 ? (
        <p className="mt-6 text-muted">{t`Nothing is left of what was written here.`}</p>
      ) : (
        <MessageList messages={messages} thread={thread} />
      )}
    </>
  );
}

function Writing({ id, to }: { id: string; to: string }) {
  const { mutateAsync, isSuccess } = useMutation(sendMessageMutation(id));
  const hasBegun = useQueryClient().getQueryData(begunKey(id)) === true;
  const { email } = useDashboardUser();
  const draft = useMessageDraft(id);
  const pictures = useEvidencePictures(draft.pictures, limits.messagePictures);
  const clips = useDraftClips(draft.clips, limits.messageClips);
  return (
    <>
      {(hasBegun || isSuccess) && (
        <OfferNotifications email={email} text={t`Be told at once when there is an answer.`} />
      )}
      <MessageForm
        draft={draft}
        onSend={async (text) => {
          const images = await pictures.addresses();
          if (images === null) throw new Error(t(missingPicture));
          const sounds = await clips.sent();
          if (sounds === null) throw new Error(t(missingClip));
          const body = { text, images, ...(sounds.length > 0 && { clips: sounds }) };
          await mutateAsync({ ...body, idempotencyKey: draft.keyFor(body) });
          pictures.uploads.removeUploaded(images);
          clips.removeSent(sounds);
        }}
        to={to}
      >
        <div className="flex flex-wrap gap-x-3 gap-y-1">
          <EvidencePictures {...pictures} isCompact most={limits.messagePictures} />
          <ClipsField isCompact state={clips} />
        </div>
      </MessageForm>
    </>
  );
}

/** It stays while its dialog is open, so that the dialog can say that it is done. */
function BlockMenu({
  userId,
  name,
  isBlocked,
}: {
  userId: string;
  name: string;
  isBlocked: boolean;
}) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      {!isBlocked && (
        <ActionMenu about={name}>
          <MenuAction isDangerous onSelect={() => setIsAsking(true)}>
            {t`Block ${name}`}
          </MenuAction>
        </ActionMenu>
      )}
      {isAsking && (
        <MutationDialog
          confirmLabel={t`Block`}
          keepLabel={t`Cancel`}
          mutation={blockMutation()}
          onClose={() => setIsAsking(false)}
          onDone={() => setIsAsking(false)}
          success={t`${name} is blocked`}
          title={t`Block ${name}?`}
          variables={{ userId }}
        >
          {t`Neither of you can write to the other any more, make an offer or book. They are not told, and you can unblock them at any time. A sale between you goes on.`}
        </MutationDialog>
      )}
    </>
  );
}
