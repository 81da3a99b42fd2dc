import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { Payout } from '#contract/payouts/payouts.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { Select } from '../../ui/Select.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { type Column, Table } from '../../ui/Table.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { FinishPayout } from './FinishPayout.tsx';
import { payoutColumns, payoutVariant } from './Owed.tsx';
import { PayoutState } from './PayoutState.tsx';
import { payoutsQuery, readBankFileMutation } from './queries.ts';

type Started = Exclude<Payout['state'], 'due'>;

const states: { value: Started; label: string }[] = [
  {
    value: 'started',
    get label() {
      return t`Started`;
    },
  },
  {
    value: 'taken',
    get label() {
      return t`On its way`;
    },
  },
  {
    value: 'paid',
    get label() {
      return t`Paid out`;
    },
  },
  {
    value: 'failed',
    get label() {
      return t`Failed`;
    },
  },
];

interface Question {
  payout: Payout;
  outcome: 'paid' | 'failed';
}

/** The payouts in a state, with what an admin says about manual ones. */
export function Payouts() {
  const [state, setState] = useState<Started>('taken');
  const list = usePagedList(payoutsQuery(state));
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end gap-4">
        <div className="w-48">
          <Select
            choices={states}
            label={t`State`}
            onChange={({ target }) => {
              const chosen = states.find(({ value }) => value === target.value);
              if (chosen) setState(chosen.value);
            }}
            value={state}
          />
        </div>
        <BankFile />
      </div>
      <PagedList<Payout, Question>
        dialog={(question, { close, closeAfterRemoval }) => (
          <FinishPayout
            {...question}
            onClose={close}
            onDone={() => closeAfterRemoval(question.payout._id)}
          />
        )}
        empty={
          <EmptyState title={t`No payouts in this state`}>{t`Choose another state.`}</EmptyState>
        }
        key={state}
        list={list}
        loading={{ label: t`Loading the payouts`, rowHeight: 'h-40 sm:h-20' }}
        table={({ items, ref, ask }) => (
          <Table
            caption={t`Payouts`}
            columns={columnsOf(ask)}
            ref={ref}
            rowKey={({ _id }) => _id}
            rows={items}
          />
        )}
        things="payouts"
      />
    </>
  );
}

function columnsOf(ask: (question: Question) => void): Column<Payout>[] {
  return [
    ...payoutColumns(),
    { header: t`Started`, isWhole: 'wide', cell: ({ time }) => time && <Moment at={time} isDay /> },
    {
      header: t`Status`,
      cell: (payout) => (
        <>
          <PayoutState payout={payout} />
          {payout.disputedAt && (
            <span className="mt-1 block text-sm @[50rem]:min-w-40">
              {t`Disputed since it was taken: stop the transfer at the bank, or mark it as failed.`}
            </span>
          )}
        </>
      ),
    },
    {
      header: t`Reference`,
      cell: ({ reference }) => (reference ? <bdi>{reference}</bdi> : t`None yet`),
    },
    {
      header: t`Action`,
      isWhole: 'wide',
      cell: (payout) => {
        const isOpen = payout.state === 'started' || payout.state === 'taken';
        if (payout.provider !== 'manual' || !isOpen) return t`Nothing to do`;
        const { name } = payout.seller;
        return (
          <span className="flex flex-wrap justify-end gap-2 @[38rem]:justify-start">
            <Button
              onClick={() => ask({ payout, outcome: 'paid' })}
              size="small"
              variant={payoutVariant(payout)}
            >
              <Trans>
                Paid<span className="sr-only">: the payout to {name}</span>
              </Trans>
            </Button>
            <Button
              onClick={() => ask({ payout, outcome: 'failed' })}
              size="small"
              variant="quietDanger"
            >
              <Trans>
                Failed<span className="sr-only">: the payout to {name}</span>
              </Trans>
            </Button>
          </span>
        );
      },
    },
  ];
}

/** The payouts that have yet to be paid manually, as a file for the bank. */
function BankFile() {
  const { mutate, isPending, error } = useMutation(readBankFileMutation());
  const download = () =>
    mutate(undefined, {
      onSuccess: (csv) => saveFile('reprise-payouts.csv', 'text/csv', csv),
      onError: ({ message }) => toast.error(message),
    });
  return (
    <div>
      <Button busyLabel={t`Preparing the file`} isBusy={isPending} onClick={download}>
        <Icon name="download" />
        <span>{t`File for the bank`}</span>
      </Button>
      <FieldError message={error?.message} />
    </div>
  );
}
