import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import type { WholeInvoice } from '#contract/invoices/invoices.ts';
import { hasUnionVat } from '#contract/invoices/vat-number.ts';
import { language, textsOf } from '#contract/language.ts';
import { paths } from '#contract/page-paths.ts';
import type { LedgerKind } from '#contract/payouts/ledger.ts';
import { msg, t } from '#contract/text.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { formatDay, formatMonth } from '../../ui/format.ts';
import { LoadingOrError } from '../../ui/LoadingOrError.tsx';
import { Owned } from '../../ui/Owned.tsx';
import { Table } from '../../ui/Table.tsx';
import { formatInvoiced } from './invoice-columns.tsx';
import { PartyText } from './PartyText.tsx';
import { invoiceQuery } from './queries.ts';

/** An invoice for the commission, or a credit note, to print. */
export function InvoicePage() {
  const { id = '' } = useParams();
  const user = useDashboardUser();
  const query = useQuery(invoiceQuery(id));
  const { data: invoice } = query;
  if (!invoice) {
    return <LoadingOrError heading={t`Invoice`} label={t`Loading the invoice`} query={query} />;
  }
  const { number } = invoice;
  const isOwn = invoice.seller._id === user._id;
  return (
    <article className="max-w-3xl">
      <p className="mb-6 hidden border-b border-line pb-3 font-display text-2xl print:block">
        {currentShop().name}
      </p>
      <h1 tabIndex={-1}>
        {invoice.kind === 'invoice' ? (
          <Trans>
            Invoice <bdi className="whitespace-nowrap">{number}</bdi>
          </Trans>
        ) : (
          <Trans>
            Credit note <bdi className="whitespace-nowrap">{number}</bdi>
          </Trans>
        )}
      </h1>
      <div className="mt-6 grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <Party party={invoice.from} title={t({ message: 'From', context: 'invoice' })} />
        <Party party={invoice.to} title={t({ message: 'To', context: 'invoice' })} />
      </div>
      <Facts invoice={invoice} />
      <Lines invoice={invoice} />
      <Totals invoice={invoice} />
      <div className="mt-6 max-w-prose space-y-2">
        <VatSentence invoice={invoice} />
        <p>
          {invoice.kind === 'invoice'
            ? t`This amount has already been deducted from your sales. There is nothing to pay.`
            : t`This amount was part of what was refunded to buyers. There is nothing to do.`}
        </p>
        {invoice.note && (
          <p>
            <Owned text={invoice.note} />
          </p>
        )}
      </div>
      <p className="mt-6 flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => window.print()} variant="primary">
          {invoice.kind === 'invoice' ? t`Print the invoice` : t`Print the credit note`}
        </Button>
        <Link className={buttonStyle()} to={isOwn ? paths.earnings() : paths.money('invoices')}>
          {isOwn ? t`See your earnings` : t`See all invoices`}
        </Link>
      </p>
    </article>
  );
}

function Party({ party, title }: { party: WholeInvoice['from']; title: string }) {
  const { name, address, country, vatNumber } = party;
  return (
    <section>
      <h2 className="font-sans text-sm font-semibold text-muted">{title}</h2>
      <PartyText lines={[name, ...address]} country={country} vatNumber={vatNumber} />
    </section>
  );
}

function Facts({ invoice }: { invoice: WholeInvoice }) {
  const { number, time, month, corrects, creditNotes } = invoice;
  const facts: (readonly [name: string, value: ReactNode])[] = [
    [t`Number`, <bdi key="number">{number}</bdi>],
    [t`Date`, formatDay(time)],
    [t`Commission for`, formatMonth(`${month}-01`)],
    ...(corrects
      ? [[t`Corrects the invoice`, <Reference invoice={corrects} key="corrects" />] as const]
      : []),
    ...creditNotes.map(
      (note) => [t`Credit note`, <Reference invoice={note} key={note._id} />] as const,
    ),
  ];
  return (
    <dl className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 border-t border-line pt-4">
      {facts.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Several credit notes have the same name, and the list never changes.
        <div className="contents" key={at}>
          <dt className="text-muted">{name}</dt>
          <dd className="font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Reference({ invoice: { _id, number } }: { invoice: { _id: string; number: string } }) {
  return (
    <Link className="text-link" to={paths.invoice(_id)}>
      <bdi>{number}</bdi>
    </Link>
  );
}

const lineTexts: Partial<Record<LedgerKind, string>> = textsOf({
  commission: msg`Commission`,
  refund: msg`Commission returned: refund`,
  chargeback: msg`Commission returned: chargeback`,
});

function Lines({ invoice: { lines, vatTreatment } }: { invoice: WholeInvoice }) {
  return (
    <div className="mt-6">
      <Table
        caption={t`Items`}
        columns={[
          { header: t`Date`, isWhole: true, cell: ({ time }) => formatDay(time) },
          {
            header: t`Instrument`,
            isRowHeader: true,
            cell: ({ bookingId: booking, name }) => (
              <>
                <bdi className="block wrap-anywhere">{name}</bdi>
                <span className="block text-sm font-normal wrap-anywhere text-muted">
                  {t`Booking ${booking}`}
                </span>
              </>
            ),
          },
          { header: t`Item`, cell: ({ kind }) => lineTexts[kind] },
          {
            header: vatTreatment === 'charged' ? t`Amount with VAT` : t`Amount`,
            isWhole: true,
            align: 'end',
            cell: ({ amount }) => formatInvoiced(amount),
          },
        ]}
        rowKey={({ bookingId, kind, time, amount }) => `${bookingId} ${kind} ${time} ${amount}`}
        rows={lines}
      />
    </div>
  );
}

function Totals({
  invoice: { net, vat, vatPercent, vatTreatment, total },
}: {
  invoice: WholeInvoice;
}) {
  const isCharged = vatTreatment === 'charged';
  const percent = formatPercent(vatPercent);
  return (
    <dl className="mt-4 ms-auto w-full max-w-sm space-y-1 px-3 tabular-nums">
      {isCharged && (
        <>
          <div className="flex justify-between gap-6">
            <dt className="text-muted">{t`Net`}</dt>
            <dd>{formatInvoiced(net)}</dd>
          </div>
          <div className="flex justify-between gap-6">
            <dt className="text-muted">{t`VAT ${percent}`}</dt>
            <dd>{formatInvoiced(vat)}</dd>
          </div>
        </>
      )}
      <div className="flex justify-between gap-6 border-t border-line pt-1 font-semibold">
        <dt>{t`Total`}</dt>
        <dd>{formatInvoiced(total)}</dd>
      </div>
    </dl>
  );
}

function formatPercent(percent: number): string {
  const options = { style: 'percent', maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(language(), options).format(percent / 100);
}

/** Why there is no VAT in it. The term of the law is in the reader's language, as the law allows. */
function VatSentence({ invoice: { vatTreatment, from } }: { invoice: WholeInvoice }) {
  if (vatTreatment === 'reverse-charge') {
    return <p>{t`Reverse charge: the customer owes the VAT.`}</p>;
  }
  if (vatTreatment === 'outside') {
    const isUnion = hasUnionVat(from.country ?? '');
    return (
      <p>
        {isUnion
          ? t`Outside the scope of the VAT of the European Union: the customer is a business elsewhere.`
          : t`Outside the scope of VAT: the customer is a business in another country.`}
      </p>
    );
  }
  return vatTreatment === 'none' ? <p>{t`No VAT is charged.`}</p> : null;
}
