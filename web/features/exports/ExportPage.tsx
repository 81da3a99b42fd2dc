import { mutationOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'react-router';
import { recentSignInRequired } from '#contract/identity/proof-texts.ts';
import type { ExportKind } from '#contract/imports/exports.ts';
import { language, textsOf } from '#contract/language.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { queryKeys } from '../../api/invalidation.ts';
import { apiOf } from '../../api/query-client.ts';
import { useNow } from '../../hydration/site.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { FieldError } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { type Column, Table } from '../../ui/Table.tsx';
import { ProofDialog } from '../session/ProofDialog.tsx';

interface KindTexts {
  name: string;
  /** What is in the file. */
  text: string;
  download: string;
  downloading: string;
  question: string;
}

const kinds: Record<ExportKind, KindTexts> = textsOf({
  people: {
    name: msg`People`,
    text: msg`Names, addresses, roles, and when they joined and left`,
    download: msg`Download people`,
    downloading: msg`Downloading people`,
    question: msg`Download people?`,
  },
  listings: {
    name: msg`Listings`,
    text: msg`All of them, including sold and withdrawn ones`,
    download: msg`Download listings`,
    downloading: msg`Downloading listings`,
    question: msg`Download listings?`,
  },
  bookings: {
    name: msg`Bookings`,
    text: msg`Buyer, price, payment, and how the instrument was delivered`,
    download: msg`Download bookings`,
    downloading: msg`Downloading bookings`,
    question: msg`Download bookings?`,
  },
  payments: {
    name: msg`Payments`,
    text: msg`Charges, with the card provider’s reference`,
    download: msg`Download payments`,
    downloading: msg`Downloading payments`,
    question: msg`Download payments?`,
  },
  refunds: {
    name: msg`Refunds`,
    text: msg`What went back to buyers, or is about to`,
    download: msg`Download refunds`,
    downloading: msg`Downloading refunds`,
    question: msg`Download refunds?`,
  },
  returns: {
    name: msg`Returns`,
    text: msg`What buyers returned, and why`,
    download: msg`Download returns`,
    downloading: msg`Downloading returns`,
    question: msg`Download returns?`,
  },
  disputes: {
    name: msg`Disputes`,
    text: msg`Disagreements and chargebacks, and how they were decided`,
    download: msg`Download disputes`,
    downloading: msg`Downloading disputes`,
    question: msg`Download disputes?`,
  },
  ledger: {
    name: msg`Ledger`,
    text: msg`Every movement of money, for bookkeeping`,
    download: msg`Download ledger`,
    downloading: msg`Downloading ledger`,
    question: msg`Download ledger?`,
  },
  payouts: {
    name: msg`Payouts`,
    text: msg`What sellers were paid, without their bank accounts`,
    download: msg`Download payouts`,
    downloading: msg`Downloading payouts`,
    question: msg`Download payouts?`,
  },
  invoices: {
    name: msg`Invoices`,
    text: msg`Invoices for the shop’s commission, and credit notes, with their VAT`,
    download: msg`Download invoices`,
    downloading: msg`Downloading invoices`,
    question: msg`Download invoices?`,
  },
  wishes: {
    name: msg`Wishlists`,
    text: msg`How many people have each listing on their wishlist`,
    download: msg`Download wishlists`,
    downloading: msg`Downloading wishlists`,
    question: msg`Download wishlists?`,
  },
  alerts: {
    name: msg`Alerts`,
    text: msg`How many people are waiting for a listing that is on hold`,
    download: msg`Download alerts`,
    downloading: msg`Downloading alerts`,
    question: msg`Download alerts?`,
  },
  taxes: {
    name: msg`Taxes`,
    text: msg`What each seller earned last year, by quarter, and who reaches the EU’s reporting threshold`,
    download: msg`Download taxes`,
    downloading: msg`Downloading taxes`,
    question: msg`Download taxes?`,
  },
});

/** What of the shop's records an admin takes out as files, and where listings are brought in. */
export function ExportPage() {
  return (
    <>
      <h1 tabIndex={-1}>{t`Import and export`}</h1>
      <section aria-labelledby="export-heading" className="mt-6">
        <h2 className="text-subheading" id="export-heading">
          {t`Export`}
        </h2>
        <p className="mt-1 mb-6 max-w-prose text-muted">
          {t`Everything the shop has on record, as files for spreadsheets (CSV). They contain personal data, so keep them safe. Each download is recorded in the audit log.`}
        </p>
        <ExportList />
      </section>
      <section aria-labelledby="import-heading" className="mt-10">
        <h2 className="text-subheading" id="import-heading">
          {t`Import`}
        </h2>
        <p className="mt-1 mb-4 max-w-prose text-muted">
          {t`List many instruments at once for a seller, from a spreadsheet. Sellers can do it themselves, under My Products.`}
        </p>
        <Link className={buttonStyle('quiet')} to={paths.importListings()}>
          <Icon name="list" />
          <span>{t`Import listings`}</span>
        </Link>
      </section>
    </>
  );
}

function ExportList() {
  const { email } = useDashboardUser();
  const { mutate, isPending, variables, error } = useMutation(exportRecordsMutation());
  const [unproven, setUnproven] = useState<ExportKind | null>(null);
  const day = useNow().toISOString().slice(0, 10);
  const save = (kind: ExportKind, file: Blob) =>
    saveFile(`${kind}-${day}.csv`, 'text/csv;charset=utf-8', file);
  const download = (kind: ExportKind) =>
    mutate(kind, {
      onSuccess: (file) => save(kind, file),
      onError: (failure) => {
        if (needsProof(failure)) setUnproven(kind);
        else toast.error(failure.message);
      },
    });
  return (
    <>
      <Table
        caption={t`Records to export`}
        columns={columnsOf({ download, busy: isPending ? variables : undefined })}
        rowKey={(kind) => kind}
        rows={Object.keys(kinds) as ExportKind[]}
      />
      <FieldError message={error && !needsProof(error) ? error.message : undefined} />
      {unproven && (
        <ProofDialog
          confirmLabel={t`Download`}
          confirmVariant="primary"
          email={email}
          mutation={exportRecordsMutation()}
          onClose={() => setUnproven(null)}
          onDone={(file) => {
            save(unproven, file);
            setUnproven(null);
          }}
          title={kinds[unproven].question}
          variables={unproven}
        >
          {warningOf(kinds[unproven].text)}
        </ProofDialog>
      )}
    </>
  );
}

function warningOf(contents: string): string {
  return t`${contents}. Anyone who gets the file can read all of it.`;
}

function columnsOf({
  download,
  busy,
}: {
  download: (kind: ExportKind) => void;
  /** What is being downloaded. */
  busy: ExportKind | undefined;
}): Column<ExportKind>[] {
  return [
    { header: t`Records`, isRowHeader: true, isWhole: true, cell: (kind) => kinds[kind].name },
    { header: t`In the file`, cell: (kind) => kinds[kind].text },
    {
      header: t`File`,
      align: 'end',
      cell: (kind) => (
        <Button
          aria-label={busy === kind ? undefined : kinds[kind].download}
          busyLabel={kinds[kind].downloading}
          disabled={busy !== undefined && busy !== kind}
          isBusy={busy === kind}
          onClick={() => download(kind)}
          size="small"
        >
          <Icon name="download" />
          <span>{t`Download`}</span>
        </Button>
      ),
    },
  ];
}

const needsProof = (failure: Error) =>
  failure instanceof CallFailure && failure.flags.code === recentSignInRequired;

/** All records of a kind as a CSV file. The server wants a recent proof of who asks, and writes it to the audit. */
function exportRecordsMutation() {
  return mutationOptions({
    mutationFn: (kind: ExportKind, { client }) =>
      apiOf(client).call('exportRecords', {
        params: { kind },
        query: { headings: language() === 'en' ? undefined : language() },
      }),
    onSettled: (_reply, _failure, _kind, _before, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.audit }),
  });
}
