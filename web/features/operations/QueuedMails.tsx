import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatList, isolate, labelSeparator } from '#contract/isolate.ts';
import type { QueuedMailKind } from '#contract/operations/mail-kinds.ts';
import type { QueuedMail, QueuedMailState } from '#contract/operations/queued-mails.ts';
import type { Queues } from '#contract/operations/retries.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { Select } from '../../ui/Select.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { ActionButton } from './ActionButton.tsx';
import { Failure } from './Failure.tsx';
import { MailKinds } from './MailKinds.tsx';
import { mailKindLabels, mailStateLabels } from './mail-kind-labels.ts';
import { changeQueuedMailMutation, queuedMailsQuery, queuesQuery } from './queries.ts';
import { Tries } from './Tries.tsx';

const states: readonly QueuedMailState[] = ['given-up', 'retrying', 'waiting'];

/** The mails that wait, are tried again or were given up: by kind, and one by one. */
export function QueuedMails() {
  const { data, error, isFetching, refetch } = useQuery(queuesQuery());
  if (!data) {
    return error ? (
      <ErrorState isTrying={isFetching} message={error.message} onTryAgain={() => refetch()} />
    ) : (
      <SkeletonRows label={t`Loading the emails`} rowHeight="h-12" />
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
  // Mails that need attention come first.
  const [first] = useState(() => states.find((state) => queues.mails[state].count > 0));
  const state = chosen ?? first ?? 'waiting';
  const kinds = queues.mailKinds.map((row) => row.kind);
  const choices = kind && !kinds.includes(kind) ? [...kinds, kind] : kinds;
  return (
    <>
      <div className="mt-8 mb-6 grid max-w-xl gap-4 sm:grid-cols-2">
        <Select
          choices={states.map((value) => ({ value, label: mailStateLabels[value] }))}
          isFilter
          label={t`Show`}
          onChange={({ target }) => setChosen(states.find((one) => one === target.value))}
          value={state}
        />
        <Select
          choices={[
            { value: '', label: t`All kinds` },
            ...choices.map((value) => ({ value, label: mailKindLabels[value] })),
          ]}
          isFilter
          label={t`Kind of email`}
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
  const shown = mailStateLabels[state];
  return (
    <PagedList<QueuedMail>
      dialog={(mail, { close, closeAfterRemoval }) => {
        const label = mailKindLabels[mail.kind];
        return (
          <MutationDialog
            confirmLabel={t`Discard`}
            mutation={changeQueuedMailMutation()}
            onClose={close}
            onDone={() => closeAfterRemoval(mail._id)}
            success={t`The email is discarded`}
            title={t`Discard “${label}”?`}
            variables={{ _id: mail._id, state: 'discarded' }}
          >
            {mail.to ? (
              <span>
                <Trans>
                  <EmailText email={mail.to} /> will never get it. This cannot be undone.
                </Trans>
              </span>
            ) : (
              <span>{t`Its recipient will never get it. This cannot be undone.`}</span>
            )}
          </MutationDialog>
        );
      }}
      empty={<NoMails state={state} />}
      list={list}
      loading={{ label: t`Loading the emails`, rowHeight: 'h-56 sm:h-16' }}
      table={({ items, ref, ask }) => (
        <Table
          caption={t`Emails: ${shown}`}
          columns={[...columns, actionColumn(ask)]}
          ref={ref}
          rowKey={({ _id }) => _id}
          rows={items}
        />
      )}
      things="mails"
    />
  );
}

function NoMails({ state }: { state: QueuedMailState }) {
  if (state === 'waiting') {
    return (
      <EmptyState title={t`No emails are waiting`}>
        {t`Every email has been handed to the mail server.`}
      </EmptyState>
    );
  }
  return state === 'retrying' ? (
    <EmptyState title={t`No emails are being tried again`}>
      {t`An email that the mail server refuses is listed here until it is sent.`}
    </EmptyState>
  ) : (
    <EmptyState title={t`No emails were given up`}>
      {t`An email that was refused twelve times, over about two days, is listed here.`}
    </EmptyState>
  );
}

const columns: Column<QueuedMail>[] = [
  {
    get header() {
      return t`Email`;
    },
    isRowHeader: true,
    cell: ({ kind, to }) => (
      <span className="inline-block @[50rem]:min-w-48">
        <span>{mailKindLabels[kind]}</span>
        <span className="block text-sm font-normal text-muted">
          {to ? <EmailText email={to} /> : t`Its recipient was deleted`}
        </span>
      </span>
    ),
  },
  {
    get header() {
      return t`Queued`;
    },
    isWhole: 'wide',
    cell: ({ queuedAt }) => <Moment at={queuedAt} />,
  },
  {
    get header() {
      return t`What happened`;
    },
    cell: (mail) => <Attempts {...mail} />,
  },
];

function Attempts({ attempts, isBeingSent, triedAt, nextAt, error, errorTexts }: QueuedMail) {
  if (isBeingSent && triedAt) {
    return (
      <span>
        <Trans>
          Being sent since <Moment at={triedAt} />
        </Trans>
      </span>
    );
  }
  if (attempts === 0) return <span>{t`Not sent yet`}</span>;
  return (
    <span className="inline-block @[50rem]:min-w-48">
      {error !== undefined && <Failure error={error} texts={errorTexts} />}
      <span className="block text-sm text-muted">
        <Tries attempts={attempts} nextAt={nextAt} triedAt={triedAt} />
      </span>
    </span>
  );
}

function actionColumn(ask: (mail: QueuedMail) => void): Column<QueuedMail> {
  return {
    get header() {
      return t`Action`;
    },
    isWhole: true,
    cell: (mail) =>
      !mail.isBeingSent && (
        <span className="inline-flex flex-wrap justify-end gap-2">
          {mail.state !== 'waiting' && (
            <span>
              <ActionButton
                label={t`Send again`}
                mutation={changeQueuedMailMutation()}
                of={nameOf(mail)}
                success={t`The email is being sent again`}
                unchanged={t`The email was sent, or is being sent`}
                variables={{ _id: mail._id, state: 'waiting' }}
              />
            </span>
          )}
          <Button onClick={() => ask(mail)} size="small" variant="quietDanger">
            <span>{t`Discard`}</span>
            <span className="sr-only">{labelSeparator() + isolate(nameOf(mail))}</span>
          </Button>
        </span>
      ),
  };
}

function nameOf({ kind, to }: QueuedMail): string {
  return to ? formatList([mailKindLabels[kind], to]) : mailKindLabels[kind];
}
