import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { QueuedMailKind } from '#contract/mail-kinds.ts';
import type { QueuedMail, QueuedMailState } from '#contract/queued-mails.ts';
import type { Queues } from '#contract/retries.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { Select } from '../../ui/Select.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { ActionButton } from './ActionButton.tsx';
import { MailKinds } from './MailKinds.tsx';
import { mailKindLabels, mailStateLabels } from './mail-kind-labels.ts';
import { changeQueuedMailMutation, queuedMailsQuery, queuesQuery } from './queries.ts';

const states: readonly QueuedMailState[] = ['given-up', 'retrying', 'waiting'];

/** The mails that wait, are tried again or were given up: by kind, and one by one. */
export function QueuedMails() {
  const { data, error, isFetching, refetch } = useQuery(queuesQuery());
  if (!data) {
    return error ? (
      <ErrorState isTrying={isFetching} message={error.message} onTryAgain={() => refetch()} />
    ) : (
      <Loading label="Loading the emails" />
    );
  }
  return (
    <>
      {data.mailKinds.length > 0 && <MailKinds kinds={data.mailKinds} />}
      <MailsOneByOne queues={data} />
    </>
  );
}

function MailsOneByOne({ queues }: { queues: Queues }) {
  const [chosen, setChosen] = useState<QueuedMailState>();
  const [kind, setKind] = useState<QueuedMailKind>();
  // What needs somebody comes first.
  const [first] = useState(() => states.find((state) => queues.mails[state].count > 0));
  const state = chosen ?? first ?? 'waiting';
  const kinds = queues.mailKinds.map((row) => row.kind);
  const choices = kind && !kinds.includes(kind) ? [...kinds, kind] : kinds;
  return (
    <>
      <div className="mt-8 mb-6 grid max-w-xl gap-4 sm:grid-cols-2">
        <Select
          choices={states.map((value) => ({ value, label: mailStateLabels[value] }))}
          label="Show"
          onChange={({ target }) => setChosen(states.find((one) => one === target.value))}
          value={state}
        />
        <Select
          choices={[
            { value: '', label: 'All kinds' },
            ...choices.map((value) => ({ value, label: mailKindLabels[value] })),
          ]}
          label="Kind of email"
          onChange={({ target }) => setKind(choices.find((one) => one === target.value))}
          value={kind ?? ''}
        />
      </div>
      <MailList key={`${state} ${kind}`} kind={kind} state={state} />
    </>
  );
}

function MailList({ state, kind }: { state: QueuedMailState; kind: QueuedMailKind | undefined }) {
  const list = usePagedList(queuedMailsQuery(state, kind));
  return (
    <PagedList<QueuedMail>
      dialog={(mail, { close, closeAfterRemoval }) => (
        <MutationDialog
          confirmLabel="Discard"
          mutation={changeQueuedMailMutation()}
          onClose={close}
          onDone={() => closeAfterRemoval(mail._id)}
          success="The email is discarded"
          title={`Discard “${mailKindLabels[mail.kind]}”?`}
          variables={{ _id: mail._id, state: 'discarded' }}
        >
          {mail.to ? <EmailText email={mail.to} /> : <span>Its recipient</span>}
          <span> will never get it. This cannot be undone.</span>
        </MutationDialog>
      )}
      empty={emptyStates[state]}
      list={list}
      loading={{ label: 'Loading the emails', rowHeight: 'h-56 sm:h-16' }}
      table={({ items, ref, ask }) => (
        <Table
          caption={`Emails: ${mailStateLabels[state]}`}
          columns={[...columns, actionColumn(ask)]}
          ref={ref}
          rowKey={({ _id }) => _id}
          rows={items}
        />
      )}
      things="emails"
    />
  );
}

const emptyStates: Record<QueuedMailState, React.ReactNode> = {
  waiting: (
    <EmptyState title="No emails are waiting">
      Every email has been handed to the mail server.
    </EmptyState>
  ),
  retrying: (
    <EmptyState title="No emails are being tried again">
      An email that the mail server refuses is listed here until it is sent.
    </EmptyState>
  ),
  'given-up': (
    <EmptyState title="No emails were given up">
      An email that was refused twelve times, over about two days, is listed here.
    </EmptyState>
  ),
};

const columns: Column<QueuedMail>[] = [
  {
    header: 'Email',
    isRowHeader: true,
    cell: ({ kind, to }) => (
      <span className="inline-block @[50rem]:min-w-48">
        <span>{mailKindLabels[kind]}</span>
        <span className="block text-sm font-normal text-muted">
          {to ? <EmailText email={to} /> : 'Its recipient was deleted'}
        </span>
      </span>
    ),
  },
  {
    header: 'Queued',
    isWhole: 'wide',
    cell: ({ queuedAt }) => <Moment at={queuedAt} />,
  },
  { header: 'What happened', cell: (mail) => <Attempts {...mail} /> },
];

function Attempts({ attempts, isBeingSent, triedAt, nextAt, error }: QueuedMail) {
  if (isBeingSent && triedAt) {
    return (
      <span>
        Being sent since <Moment at={triedAt} />
      </span>
    );
  }
  if (attempts === 0) return <span>Not sent yet</span>;
  return (
    <span className="inline-block @[50rem]:min-w-48">
      <span>{error}</span>
      <span className="block text-sm text-muted">
        <span>{`Tried ${attempts === 1 ? 'once' : `${attempts} times`}`}</span>
        {triedAt && (
          <>
            <span>, last </span>
            <Moment at={triedAt} />
          </>
        )}
        {nextAt && (
          <>
            <span>. Next </span>
            <Moment at={nextAt} />
          </>
        )}
      </span>
    </span>
  );
}

function actionColumn(ask: (mail: QueuedMail) => void): Column<QueuedMail> {
  return {
    header: 'Action',
    isWhole: true,
    cell: (mail) =>
      !mail.isBeingSent && (
        <span className="inline-flex flex-wrap justify-end gap-2">
          {mail.state !== 'waiting' && (
            <span>
              <ActionButton
                label="Send again"
                mutation={changeQueuedMailMutation()}
                of={nameOf(mail)}
                success="The email is being sent again"
                unchanged="The email was sent, or is being sent"
                variables={{ _id: mail._id, state: 'waiting' }}
              />
            </span>
          )}
          <Button onClick={() => ask(mail)} size="small" variant="quietDanger">
            Discard<span className="sr-only">{`: ${nameOf(mail)}`}</span>
          </Button>
        </span>
      ),
  };
}

function nameOf({ kind, to }: QueuedMail): string {
  return to ? `${mailKindLabels[kind]}, ${to}` : mailKindLabels[kind];
}
