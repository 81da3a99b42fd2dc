import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { isolate } from '#contract/isolate.ts';
import { textsOf } from '#contract/language.ts';
import type { Payout } from '#contract/payouts/payouts.ts';
import { msg, t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { formatBalance } from './format-balance.ts';
import { payoutsQuery, startPayoutMutation } from './queries.ts';

const CommissionDialog = lazy(async () => ({
  default: (await import('./CommissionDialog.tsx')).CommissionDialog,
}));

/** The list of what each seller is owed, with a button to pay it out. */
export function Owed() {
  const list = usePagedList(payoutsQuery('due'));
  const [agreed, setAgreed] = useState<Payout['seller']>();
  return (
    <>
      <PagedList<Payout>
        dialog={(payout, { close, closeAfterRemoval }) => {
          const name = isolate(payout.seller.name);
          const money = formatBalance(payout.amount);
          return (
            <MutationDialog
              confirmLabel={t`Pay out`}
              keepLabel={t`Not now`}
              mutation={startPayoutMutation()}
              onClose={close}
              onDone={() => closeAfterRemoval(payout._id)}
              success={t`The payout to ${name} is started`}
              title={t`Pay ${money} to ${name}?`}
              variables={{ email: payout.seller.email, sellerId: payout.seller._id }}
              variant="primary"
            >
              {payout.provider === 'manual'
                ? fileTexts(payout)
                : t`The payout provider transfers it.`}
            </MutationDialog>
          );
        }}
        empty={<EmptyState title={t`Nothing is owed`}>{t`Every seller has been paid.`}</EmptyState>}
        list={list}
        loading={{ label: t`Loading what is owed`, rowHeight: 'h-32 sm:h-16' }}
        table={({ items, ref, ask }) => (
          <Table
            caption={t`Owed to sellers`}
            columns={columnsOf(ask, setAgreed)}
            ref={ref}
            rowKey={({ _id }) => _id}
            rows={items}
          />
        )}
        things="sellers"
      />
      {agreed && (
        <Suspense fallback={null}>
          <CommissionDialog onClose={() => setAgreed(undefined)} seller={agreed} />
        </Suspense>
      )}
    </>
  );
}

const fileTexts = ({ account }: Payout) =>
  account.state === 'ready'
    ? t`It is added to the file for your bank.`
    : t`The file for your bank leaves the account empty. If you have paid the seller already, enter the reference under Payouts.`;

/** An admin may manually pay a seller who has not said where: the shop may have paid them before. */
const isPayable = ({ provider, account }: Payout) =>
  provider === 'manual' || account.state === 'ready';

/** Without an account, paying is not the step to take: the seller has to say where. */
export const payoutVariant = ({ account }: Payout) =>
  account.state === 'ready' ? 'primary' : 'quiet';

const accountTexts: Record<Payout['account']['state'], string> = textsOf({
  missing: msg`No bank account yet`,
  incomplete: msg`Not complete at the payout provider`,
  checking: msg`The payout provider is checking it`,
  ready: msg`At the payout provider`,
  restricted: msg`Stopped by the payout provider`,
});

/** Seller, amount and account: the first columns of every table of payouts. */
export function payoutColumns(): Column<Payout>[] {
  return [
    {
      header: t`Seller`,
      isRowHeader: true,
      cell: ({ seller: { name, email } }) => (
        <span className="inline-block @[50rem]:min-w-44">
          <bdi>{name}</bdi>
          <span className="block text-sm font-normal text-muted">
            <EmailText email={email} />
          </span>
        </span>
      ),
    },
    { header: t`Amount`, isWhole: true, align: 'end', cell: ({ amount }) => formatBalance(amount) },
    {
      header: t`Account`,
      cell: ({ account: { state, holder, number } }) => (
        <>
          {holder && <bdi className="block">{holder}</bdi>}
          <span className={number ? 'tabular-nums' : 'text-muted'}>
            {number ? <bdi dir="ltr">{number}</bdi> : accountTexts[state]}
          </span>
        </>
      ),
    },
  ];
}

function columnsOf(
  ask: (payout: Payout) => void,
  agree: (seller: Payout['seller']) => void,
): Column<Payout>[] {
  return [
    ...payoutColumns(),
    {
      header: t`Action`,
      isWhole: true,
      cell: (payout) => {
        const { name } = payout.seller;
        return (
          <span className="flex flex-wrap items-center justify-end gap-2 @[38rem]:justify-start">
            {isPayable(payout) ? (
              <Button onClick={() => ask(payout)} size="small" variant={payoutVariant(payout)}>
                <PayTo name={isolate(name)} />
              </Button>
            ) : (
              <span>{t`Waiting for the account`}</span>
            )}
            <Button onClick={() => agree(payout.seller)} size="small">
              <Trans>
                Commission<span className="sr-only"> of {name}</span>
              </Trans>
            </Button>
          </span>
        );
      },
    },
  ];
}

function PayTo({ name }: { name: string }) {
  return (
    <Trans>
      Pay out<span className="sr-only">{` to ${name}`}</span>
    </Trans>
  );
}
