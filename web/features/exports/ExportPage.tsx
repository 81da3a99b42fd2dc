import { mutationOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'react-router';
import type { ExportKind } from '#contract/exports.ts';
import { paths } from '#contract/page-paths.ts';
import { recentSignInRequired } from '#contract/proof-texts.ts';
import { CallFailure } from '../../api/failures.ts';
import { queryKeys } from '../../api/invalidation.ts';
import { apiOf } from '../../api/query-client.ts';
import { dashboardMenu } from '../../frame/dashboard-menu.ts';
import { useDashboardUser } from '../../frame/use-dashboard-user.ts';
import { useNow } from '../../hydration/site.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { FieldError } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { type Column, Table } from '../../ui/Table.tsx';
import { ProofDialog } from '../session/ProofDialog.tsx';

const kinds: Record<ExportKind, { name: string; text: string }> = {
  people: { name: 'People', text: 'Names, addresses, roles, and when they joined and left' },
  listings: { name: 'Listings', text: 'All of them, including sold and withdrawn ones' },
  bookings: {
    name: 'Bookings',
    text: 'Buyer, price, payment, and how the instrument was delivered',
  },
  payments: { name: 'Payments', text: 'Charges, with the card provider’s reference' },
  refunds: { name: 'Refunds', text: 'What went back to buyers, or is about to' },
  returns: { name: 'Returns', text: 'What buyers returned, and why' },
  disputes: { name: 'Disputes', text: 'Disagreements and chargebacks, and how they were decided' },
  ledger: { name: 'Ledger', text: 'Every movement of money, for bookkeeping' },
  payouts: { name: 'Payouts', text: 'What sellers were paid, without their bank accounts' },
  wishes: { name: 'Wishlists', text: 'How many people have each listing on their wishlist' },
  alerts: { name: 'Alerts', text: 'How many people are waiting for a listing that is on hold' },
};

/** What of the shop's records an admin takes out as files, and where listings are brought in. */
export function ExportPage() {
  return (
    <>
      <h1 tabIndex={-1}>{dashboardMenu.importExport.name}</h1>
      <section aria-labelledby="export-heading" className="mt-6">
        <h2 className="text-subheading" id="export-heading">
          Export
        </h2>
        <p className="mt-1 mb-6 max-w-prose text-muted">
          Everything the shop has on record, as files for spreadsheets (CSV). They contain personal
          data, so keep them safe. Each download is recorded in the audit log.
        </p>
        <ExportList />
      </section>
      <section aria-labelledby="import-heading" className="mt-10">
        <h2 className="text-subheading" id="import-heading">
          Import
        </h2>
        <p className="mt-1 mb-4 max-w-prose text-muted">
          List many instruments at once for a seller, from a spreadsheet. Sellers can do it
          themselves, under My Products.
        </p>
        <Link className={buttonStyle('quiet')} to={paths.importListings()}>
          <Icon name="list" />
          Import listings
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
        caption="Records to export"
        columns={columnsOf({ download, busy: isPending ? variables : undefined })}
        rowKey={(kind) => kind}
        rows={Object.keys(kinds) as ExportKind[]}
      />
      <FieldError message={error && !needsProof(error) ? error.message : undefined} />
      {unproven && (
        <ProofDialog
          confirmLabel="Download"
          confirmVariant="primary"
          email={email}
          mutation={exportRecordsMutation()}
          onClose={() => setUnproven(null)}
          onDone={(file) => {
            save(unproven, file);
            setUnproven(null);
          }}
          title={`Download ${kinds[unproven].name.toLowerCase()}?`}
          variables={unproven}
        >
          {`${kinds[unproven].text}. Anyone who gets the file can read all of it.`}
        </ProofDialog>
      )}
    </>
  );
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
    { header: 'Records', isRowHeader: true, isWhole: true, cell: (kind) => kinds[kind].name },
    { header: 'In the file', cell: (kind) => kinds[kind].text },
    {
      header: 'File',
      align: 'end',
      cell: (kind) => (
        <Button
          busyLabel={`Downloading ${kinds[kind].name.toLowerCase()}`}
          disabled={busy !== undefined && busy !== kind}
          isBusy={busy === kind}
          onClick={() => download(kind)}
          size="small"
        >
          <Icon name="download" />
          Download<span className="sr-only">{` ${kinds[kind].name.toLowerCase()}`}</span>
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
      apiOf(client).call('exportRecords', { params: { kind } }),
    onSettled: (_reply, _failure, _kind, _before, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.audit }),
  });
}
