import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import type { Thread } from '#contract/messages/threads.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Button } from '../../ui/Button.tsx';
import { useMessageDraft } from './message-draft.ts';
import { otherOf } from './ThreadHead.tsx';
import { unblockMutation } from './thread-queries.ts';

/** Why nothing can be written, or until when it can. */
export function ThreadStanding({ thread }: { thread: Thread }) {
  const { name, isRemoved } = otherOf(thread);
  if (thread.isOpen) {
    return thread.openUntil === undefined ? null : (
      <p className="mt-4 text-sm text-muted">
        <Trans>
          The sale is complete. You can write to each other until{' '}
          <Moment at={thread.openUntil} isDay />.
        </Trans>
      </p>
    );
  }
  return (
    <div className="mt-6 rounded-lg bg-sunken p-5" role="note">
      <p className="font-semibold">{t`This conversation is closed`}</p>
      <p className="mt-1 text-muted">
        {thread.blockId !== undefined
          ? t`You have blocked ${name}, so neither of you can write here. They are not told.`
          : isRemoved
            ? t`${name} has left the shop. You can still read what you wrote.`
            : t`You can still read it.`}
      </p>
      <UnsentText threadId={thread._id} />
      {thread.blockId !== undefined && <Unblock id={thread.blockId} name={name} />}
    </div>
  );
}

/** What was typed before the conversation closed, to be copied. */
function UnsentText({ threadId }: { threadId: string }) {
  const { typed: text } = useMessageDraft(threadId);
  if (text.trim() === '') return null;
  return (
    <div className="mt-4">
      <p className="text-sm font-semibold">{t`You had typed this, and it was not sent:`}</p>
      <p className="mt-1 whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]" dir="auto">
        {text}
      </p>
    </div>
  );
}

/** Ends a block. */
export function Unblock({ id, name }: { id: string; name: string }) {
  const { mutate, isPending } = useMutation(unblockMutation());
  return (
    <Button
      aria-label={t`Unblock ${name}`}
      busyLabel={t`Unblocking`}
      className="mt-3"
      isBusy={isPending}
      onClick={() =>
        mutate(
          { id },
          {
            onSuccess: () => toast.success(t`${name} can write to you again`),
            onError: ({ message }) => toast.error(message),
          },
        )
      }
      size="small"
    >
      {t`Unblock`}
    </Button>
  );
}
