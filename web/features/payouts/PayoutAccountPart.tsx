import { zodResolver } from '@hookform/resolvers/zod';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { listSeparator } from '#contract/isolate.ts';
import { textsOf } from '#contract/language.ts';
import { bankDetails } from '#contract/payouts/account-number.ts';
import type { PayoutAccount } from '#contract/payouts/payouts.ts';
import { msg, t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';

// Zod would probe whether `eval` is allowed. The Content-Security-Policy forbids it, and browsers report every
// attempt.
z.config({ jitless: true });

const accountForm = z.object(bankDetails);

/** A bank account to be paid to, or the payout provider's own page. Both need a proof of who asks. */
export type AccountChange = z.infer<typeof accountForm> | 'at-provider';

/** The account to which a seller is paid, masked, and how to change it. */
export function PayoutAccountPart({
  account,
  onChange,
  refused,
}: {
  account: PayoutAccount;
  onChange: (change: AccountChange) => void;
  /** What the server has found wrong, by field. */
  refused: Readonly<Record<string, string>>;
}) {
  return (
    <div className="max-w-prose space-y-4 rounded-lg border border-line bg-surface p-5 shadow-rest">
      <PresentAccount account={account} />
      {account.provider === 'manual' ? (
        <AccountForm isFirst={account.state === 'missing'} onChange={onChange} refused={refused} />
      ) : (
        <Button
          onClick={() => onChange('at-provider')}
          variant={isReady(account) ? 'quiet' : 'primary'}
        >
          {isReady(account) ? t`Change it` : t`Add a bank account`}
        </Button>
      )}
    </div>
  );
}

const isReady = ({ state }: PayoutAccount) => state === 'ready';

const stateTexts: Record<PayoutAccount['state'], string> = textsOf({
  missing: msg`Add a bank account to receive payouts. You can do this later.`,
  incomplete: msg`The payout provider needs more from you before it can pay you.`,
  checking: msg`The payout provider is checking what you have sent. There is nothing for you to do.`,
  ready: msg`Payouts go to this account.`,
  restricted: msg`The payout provider has stopped payouts to you. See what it needs.`,
});

function PresentAccount({ account }: { account: PayoutAccount }) {
  const { state, holder, number, changedAt } = account;
  return (
    <div className="space-y-1">
      {number && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span className="wrap-anywhere">
            {holder && (
              <span>
                <bdi>{holder}</bdi>
                <span>{listSeparator()}</span>
              </span>
            )}
            <bdi className="tabular-nums" dir="ltr">
              {number}
            </bdi>
          </span>
          {isReady(account) && <Badge tone="green">{t`Ready`}</Badge>}
        </p>
      )}
      <p className="text-muted">
        <span>{stateTexts[state]}</span>
        {number && changedAt && (
          <span>
            {' '}
            <Trans>
              Since <Moment at={changedAt} isDay />.
            </Trans>
          </span>
        )}
      </p>
    </div>
  );
}

function AccountForm({
  isFirst,
  onChange,
  refused,
}: {
  isFirst: boolean;
  onChange: (change: AccountChange) => void;
  refused: Readonly<Record<string, string>>;
}) {
  const [isOpen, setIsOpen] = useState(isFirst);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(accountForm),
    mode: 'onTouched',
    defaultValues: { holder: '', number: '' },
  });
  useEffect(() => {
    for (const name of ['number', 'holder'] as const) {
      const message = refused[name];
      if (message) setError(name, { message }, { shouldFocus: true });
    }
  }, [refused, setError]);
  if (!isOpen) return <Button onClick={() => setIsOpen(true)}>{t`Change it`}</Button>;
  return (
    <form className="space-y-5" method="post" noValidate onSubmit={handleSubmit(onChange)}>
      <TextField
        {...register('holder')}
        autoComplete="name"
        error={formState.errors.holder?.message}
        label={t`Account holder`}
        maxLength={120}
      />
      <TextField
        {...register('number')}
        autoComplete="off"
        error={formState.errors.number?.message}
        hint={t`Only the last four characters are shown afterwards.`}
        label={t`IBAN or account number`}
        maxLength={60}
        spellCheck={false}
      />
      <Button type="submit" variant="primary">
        {t`Save account`}
      </Button>
    </form>
  );
}
