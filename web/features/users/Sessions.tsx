import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { ListedSession } from '#contract/identity/identity.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { useIdentityPort } from '../../identity/identity.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { describeDevice } from './describe-device.ts';
import { EndAllSessions, EndOtherSessions } from './EndOtherSessions.tsx';
import { endSessionMutation, sessionsQuery } from './queries.ts';

/** The person's sessions, and buttons to end one or all others. `onSignedOut` runs when this one has ended too. */
export function Sessions({ onSignedOut }: { onSignedOut: () => void }) {
  const { provider } = useIdentityPort();
  const list = useQuery(sessionsQuery(provider));
  if (list.data === null) return <EndAllSessions onSignedOut={onSignedOut} />;
  return (
    <>
      {list.data ? (
        <SessionList sessions={list.data} />
      ) : list.error ? (
        <ErrorState
          isTrying={list.isFetching}
          message={list.error.message}
          onTryAgain={() => list.refetch()}
          title={t`Your sessions did not load`}
        />
      ) : (
        <div aria-busy="true" className="space-y-2">
          <p className="sr-only" role="status">
            {t`Loading your sessions`}
          </p>
          <Skeleton className="h-18 w-full" />
          <Skeleton className="h-18 w-full" />
        </div>
      )}
      {/* Until then it is not known whether this session would end with the others. */}
      {list.isPending ? <Skeleton className="h-11 w-48" /> : <EndOtherSessions />}
    </>
  );
}

function SessionList({ sessions }: { sessions: readonly ListedSession[] }) {
  const list = useRef<HTMLUListElement>(null);
  if (sessions.length === 0) {
    return (
      <p>
        {t`Your session in this browser has ended. Log in again to see where else you are signed in.`}
      </p>
    );
  }
  return (
    <ul
      aria-label={t`Where you are signed in`}
      className="divide-y divide-line rounded-lg border border-line bg-surface px-4 shadow-rest"
      ref={list}
      tabIndex={-1}
    >
      {sessions.map((session) => (
        // The row disappears with its button: the focus goes to the list.
        <Row key={session.id} onEnded={() => list.current?.focus()} session={session} />
      ))}
    </ul>
  );
}

function Row({ session, onEnded }: { session: ListedSession; onEnded: () => void }) {
  const { provider } = useIdentityPort();
  const ending = useMutation(endSessionMutation(provider));
  const device = describeDevice(session.userAgent);
  const end = () =>
    ending.mutateAsync(session).then(
      () => {
        toast.success(t`${device} is signed out`);
        onEnded();
      },
      ({ message }: Error) => toast.error(message),
    );
  return (
    <li className="flex min-h-18 items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span>{device}</span>
          {session.isCurrent && <Badge tone="green">{t`This browser`}</Badge>}
        </p>
        <p className="text-sm text-muted first-letter:uppercase">
          <Trans>
            since <Moment at={session.createdAt} />
          </Trans>
        </p>
      </div>
      {!session.isCurrent && (
        <Button busyLabel={t`Signing out`} isBusy={ending.isPending} onClick={end} size="small">
          <Trans>
            Sign out<span className="sr-only"> {device}, </span>
            <span className="sr-only">
              since <Moment at={session.createdAt} />
            </span>
          </Trans>
        </Button>
      )}
    </li>
  );
}
