import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { t } from '#contract/text.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { OwnInvoices } from '../invoices/OwnInvoices.tsx';
import { ProofDialog } from '../session/ProofDialog.tsx';
import { EarningsFigures, SkeletonFigures } from './EarningsFigures.tsx';
import { OwnPayouts } from './OwnPayouts.tsx';
import { OwnSales } from './OwnSales.tsx';
import { type AccountChange, PayoutAccountPart } from './PayoutAccountPart.tsx';
import {
  changePayoutAccountMutation,
  earningsQuery,
  openPayoutAccountMutation,
  payoutAccountQuery,
} from './queries.ts';
import { StatementPart } from './StatementPart.tsx';

/** What a seller earns: on its way, ready, paid out; where it is paid to; the statement of a month. */
export function EarningsPage() {
  const { email, time } = useDashboardUser();
  return (
    <>
      <h1 tabIndex={-1}>{t`Earnings`}</h1>
      <p className="mt-1 max-w-prose text-muted">
        {t`We hold the buyer’s payment until the return period ends, then pay you.`}
      </p>
      <Figures email={email} />
      <Part title={t`Bank account`}>
        <Account email={email} />
      </Part>
      <Part title={t`Monthly statement`}>
        <StatementPart email={email} since={time} />
      </Part>
      {currentShop().invoices && (
        <Part title={t`Invoices`}>
          <OwnInvoices email={email} />
        </Part>
      )}
      <Part title={t`Your payouts`}>
        <OwnPayouts email={email} />
      </Part>
      <Part title={t`Your sales`}>
        <OwnSales email={email} />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10">
      <h2 className="mb-4 text-subheading">{title}</h2>
      {children}
    </section>
  );
}

function Figures({ email }: { email: string }) {
  const { data, error, isFetching, refetch } = useQuery(earningsQuery(email));
  if (data) return <EarningsFigures earnings={data} />;
  return (
    <div className="mt-6">
      {error ? (
        <ErrorState
          isTrying={isFetching}
          message={error.message}
          onTryAgain={() => refetch()}
          title={t`Your earnings did not load`}
        />
      ) : (
        <SkeletonFigures />
      )}
    </div>
  );
}

function effectOf({ holder, number }: Exclude<AccountChange, 'at-provider'>): string {
  return t`${holder}, ${number}. All future payouts go there.`;
}

function Account({ email }: { email: string }) {
  const { data, error, isFetching, refetch } = useQuery(payoutAccountQuery(email));
  const [change, setChange] = useState<AccountChange | null>(null);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const close = () => setChange(null);
  if (!data) {
    return error ? (
      <ErrorState isTrying={isFetching} message={error.message} onTryAgain={() => refetch()} />
    ) : (
      <SkeletonRows label={t`Loading your bank account`} rowHeight="h-8" />
    );
  }
  return (
    <>
      <PayoutAccountPart account={data} onChange={setChange} refused={refused} />
      {change === 'at-provider' && (
        <ProofDialog
          confirmLabel={t`Continue`}
          email={email}
          mutation={openPayoutAccountMutation()}
          onClose={close}
          onDone={({ url }) => location.assign(url)}
          success={t`Opening the payout provider`}
          title={t`Add a bank account`}
          variables={{ email }}
        >
          {t`The payout provider will ask who you are and for your bank account. The shop sees neither.`}
        </ProofDialog>
      )}
      {change !== null && change !== 'at-provider' && (
        <ProofDialog
          confirmLabel={t`Save account`}
          email={email}
          mutation={changePayoutAccountMutation()}
          onClose={close}
          onDone={close}
          onFieldErrors={(errors) => {
            close();
            setRefused(errors);
          }}
          success={t`Your bank account is saved`}
          title={t`Use this account for payouts?`}
          variables={{ email, ...change }}
        >
          {effectOf(change)}
        </ProofDialog>
      )}
    </>
  );
}
