import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { ListedSession } from '#contract/identity.ts';
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
          title="Your sessions did not load"
        />
      ) : (
        <div aria-busy="true" className="space-y-2">
          <p className="sr-only" role="status">
            Loading your sessions
          </p>
          <Skeleton className="h-18 w-full" />
          <Skeleton className="h-18 w-full" />
        </div>
      )}
      <EndOtherSessions />
    </>
  );
}

function SessionList({ sessions }: { sessions: readonly ListedSession[] }) {
  const list = useRef<HTMLUListElement>(null);
  if (sessions.length === 0) {
    return (
      <p>
        Your session in this browser has ended. Log in again to see where else you are signed in.
      </p>
    );
  }
  return (
    <ul
      aria-label="Where you are signed in"
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
  const since = (
    <>
      <span>since</span> <Moment at={session.createdAt} />
    </>
  );
  const end = () =>
    ending.mutateAsync(session).then(
      () => {
        toast.success(`${device} is signed out`);
        onEnded();
      },
      ({ message }: Error) => toast.error(message),
    );
  return (
    <li className="flex min-h-18 items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span>{device}</span>
          {session.isCurrent && <Badge tone="green">This browser</Badge>}
        </p>
        <p className="text-sm text-muted first-letter:uppercase">{since}</p>
      </div>
      {!session.isCurrent && (
        <Button busyLabel="Signing out" isBusy={ending.isPending} onClick={end} size="small">
          Sign out
          <span className="sr-only">{` ${device}, `}</span>
          <span className="sr-only">{since}</span>
        </Button>
      )}
    </li>
  );
}
