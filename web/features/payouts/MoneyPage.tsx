import type { ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router';
import { textsOf } from '#contract/language.ts';
import { type MoneyPart, moneyParts, paths } from '#contract/page-paths.ts';
import { msg, t } from '#contract/text.ts';
import { mayActIn } from '#contract/users/admin-areas.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { useItemInSight } from '../../ui/use-item-in-sight.ts';
import { Disputes } from '../after-sale/Disputes.tsx';
import { Invoices } from '../invoices/Invoices.tsx';
import { Balances } from './Balances.tsx';
import { Differences } from './Differences.tsx';
import { Owed } from './Owed.tsx';
import { PaymentIssues } from './PaymentIssues.tsx';
import { Payouts } from './Payouts.tsx';

const parts: Record<MoneyPart, { name: string; text: string; Part: ComponentType }> = textsOf({
  owed: {
    name: msg`Owed`,
    text: msg`What is ready to be paid to each seller. Money from sales that can still be returned, or that are disputed, is not included.`,
    Part: Owed,
  },
  payouts: {
    name: msg`Payouts`,
    text: msg`Payouts that have been started. For manual payouts, upload the file to your bank, and record here what became of each.`,
    Part: Payouts,
  },
  invoices: {
    name: msg`Invoices`,
    text: msg`Invoices for the commission, one for each seller and month, and credit notes for what went back later. They are issued automatically, and never changed.`,
    Part: Invoices,
  },
  disputes: {
    name: msg`Disputes`,
    text: msg`Disagreements between buyers and sellers, and chargebacks. Nobody is paid until a dispute is decided.`,
    Part: Disputes,
  },
  issues: {
    name: msg`Payment problems`,
    text: msg`Refunds that failed, that a bank sent back, or that were made at the card provider: what the shop cannot put right automatically.`,
    Part: PaymentIssues,
  },
  balances: {
    name: msg`Balances`,
    text: msg`Every account of the ledger: debits and credits add up to the same amount.`,
    Part: Balances,
  },
  differences: {
    name: msg`Differences`,
    text: msg`Where the ledger and a provider’s records differ. They are compared every day.`,
    Part: Differences,
  },
});

/** The shop's money for its admins: who is owed what, payouts, disputes, payments to look at, balances, differences. */
export function MoneyPage() {
  const viewer = useDashboardUser();
  const [search] = useSearchParams();
  const shown = moneyParts.filter(
    (part) =>
      mayActIn(part === 'disputes' ? 'cases' : 'money', viewer) &&
      (part !== 'invoices' || currentShop().invoices),
  );
  const current = shown.find((part) => part === search.get('part')) ?? shown[0] ?? 'owed';
  // On a phone the last parts are beside the window.
  const list = useItemInSight(shown.indexOf(current));
  const { text, Part } = parts[current];
  return (
    <>
      <h1 tabIndex={-1}>{t`Money`}</h1>
      <nav aria-label={t`Parts of the money`} className="mt-4 border-b border-line">
        <ul ref={list} className="-mb-px flex gap-1 overflow-x-auto">
          {shown.map((part) => (
            <li key={part}>
              <Link
                aria-current={part === current ? 'page' : undefined}
                className="block whitespace-nowrap border-b-3 border-transparent px-4 py-3 font-semibold text-muted transition hover:text-ink aria-[current=page]:border-brass aria-[current=page]:text-ink"
                to={paths.money(part)}
              >
                {parts[part].name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <section aria-label={parts[current].name}>
        <p className="mt-4 mb-6 max-w-prose text-muted">{text}</p>
        <Part />
      </section>
    </>
  );
}
