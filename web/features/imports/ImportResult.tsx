import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'react-router';
import type { ImportNotice } from '#contract/imports/import-fields.ts';
import type { ListingImport } from '#contract/imports/listing-imports.ts';
import { textsOf } from '#contract/language.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, plural, t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { type Column, Table } from '../../ui/Table.tsx';
import { readListingImportErrorsMutation } from './queries.ts';

/**
 * The number of rows that will be, or were, listed, changed, left unchanged and refused; why those; and links to the
 * others.
 */
export function ImportResult({
  stored,
  isOwn,
  actions,
}: {
  stored: ListingImport;
  isOwn: boolean;
  /** What to do next, above the refused rows, which may be many. */
  actions?: ReactNode;
}) {
  const { counts, listings, state } = stored;
  const isDone = state === 'done';
  const figures = [
    { name: isDone ? t`Listed` : t`To be listed`, count: counts.created },
    { name: isDone ? t`Changed` : t`To be changed`, count: counts.changed },
    { name: t`Unchanged`, count: counts.unchanged },
    { name: t`Refused`, count: counts.refused },
  ];
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {figures.map(({ name, count }) => (
          <div className="rounded-lg border border-line bg-surface p-4 shadow-rest" key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-display text-heading font-semibold tabular-nums">
              {formatNumber(count)}
            </dd>
          </div>
        ))}
      </dl>
      {!isDone && <Notices notices={stored.notices} />}
      {actions}
      {counts.refused > 0 && <Refusals stored={stored} />}
      {isDone && listings.length > 0 && <Listings listings={listings} />}
      {isDone && <NextSteps isOwn={isOwn} />}
    </>
  );
}

const noticeTexts: Record<ImportNotice, string> = textsOf({
  html: msg`Texts in HTML become plain text, with their lists and the addresses of their links`,
  'more-pictures': msg`There are more than eight pictures: the first eight are taken`,
  'category-unknown': msg`The category is not known here: the kind of instrument decides it, or the listing has none`,
  'kind-unknown': msg`The kind of instrument is not known: buyers who filter by kind do not find it`,
  'shipping-first-zone': msg`The price of shipping has no zone: it is that of the first one`,
});

/** What is not listed as the file says it. */
function Notices({ notices }: { notices: ListingImport['notices'] }) {
  if (notices.length === 0) return null;
  return (
    <section aria-labelledby="notices-heading" className="max-w-prose space-y-2">
      <h3 className="text-base" id="notices-heading">
        {t`What is read in another way`}
      </h3>
      <ul className="list-disc space-y-1 ps-5 text-muted">
        {notices.map(({ notice, count, row }) => (
          <li key={notice}>
            <span>{noticeTexts[notice]}</span> <span>{`(${rowsOf(count, row)})`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function rowsOf(count: number, first: number): string {
  const row = formatNumber(first);
  return count === 1 ? t`row ${row}` : plural(count, { other: `# rows, the first is row ${row}` });
}

interface RefusedCell {
  key: string;
  row: number;
  column: string | undefined;
  value: string | undefined;
  message: string;
}

const columns: readonly Column<RefusedCell>[] = [
  {
    get header() {
      return t`Row`;
    },
    isRowHeader: true,
    isWhole: true,
    cell: ({ row }) => row,
  },
  {
    get header() {
      return t`Column`;
    },
    cell: ({ column }) => (
      <span className="inline-block @[38rem]:min-w-28">{column ?? t`The whole row`}</span>
    ),
  },
  {
    get header() {
      return t`Value`;
    },
    cell: ({ column, value }) => {
      if (value) return <q className="wrap-anywhere">{value}</q>;
      return <span className="text-muted">{column === undefined ? '–' : t`Empty`}</span>;
    },
  },
  {
    get header() {
      return t`What is wrong`;
    },
    cell: ({ message }) => message,
  },
];

function Refusals({ stored: { _id, refusals, counts } }: { stored: ListingImport }) {
  const { mutate, isPending } = useMutation(readListingImportErrorsMutation(_id));
  const shown = refusals.length;
  const download = () =>
    mutate(undefined, {
      onSuccess: (file) => saveFile('import-errors.csv', 'text/csv;charset=utf-8', file),
      onError: ({ message }) => toast.error(message),
    });
  const cells = refusals.flatMap(({ row, errors }) =>
    errors.map(({ column, value, message }, index) => ({
      key: `${row}.${index}`,
      row,
      column,
      value,
      message,
    })),
  );
  return (
    <section aria-labelledby="refusals-heading" className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-base" id="refusals-heading">
          {t`Refused rows`}
        </h3>
        <Button
          busyLabel={t`Preparing the file`}
          isBusy={isPending}
          onClick={download}
          size="small"
        >
          <Icon name="download" />
          <span>{t`Download as CSV`}</span>
        </Button>
      </div>
      <p className="max-w-prose text-muted">
        <span>
          {t`Row 1 is the one below the column names. Correct these rows in your file and import it again; the others are not listed twice.`}
        </span>
        {counts.refused > shown && <span> {t`These are the first ${shown}.`}</span>}
      </p>
      <Table caption={t`Refused rows`} columns={columns} rowKey={({ key }) => key} rows={cells} />
    </section>
  );
}

function Listings({ listings }: { listings: ListingImport['listings'] }) {
  return (
    <section aria-labelledby="listings-heading" className="space-y-3">
      <h3 className="text-base" id="listings-heading">
        {listings.length < 50 ? t`Listed and changed` : t`The first 50 that were listed or changed`}
      </h3>
      <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {listings.map(({ _id, name }) => (
          <li key={_id}>
            <Link
              className="inline-block py-1 text-brass underline underline-offset-4 wrap-anywhere"
              to={paths.product(_id)}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NextSteps({ isOwn }: { isOwn: boolean }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Link
        className={buttonStyle('primary')}
        to={isOwn ? paths.myProducts() : paths.allProducts()}
      >
        {isOwn ? t`See your products` : t`See all products`}
      </Link>
      <Link className={buttonStyle('quiet')} to={paths.importListings()}>
        {t`Import another file`}
      </Link>
    </div>
  );
}
