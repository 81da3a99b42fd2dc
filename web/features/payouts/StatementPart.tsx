import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { shopZones } from '#contract/delivery/shop-zones.ts';
import { t } from '#contract/text.ts';
import { useNow } from '../../hydration/site.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { formatMonth } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { monthsSince } from '../../ui/months-since.ts';
import { Select } from '../../ui/Select.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { readStatementMutation, readTaxesMutation } from './queries.ts';

/** The movements of a month as a file for the bookkeeping. */
export function StatementPart({ email, since }: { email: string; since: string }) {
  const months = monthsSince(since, useNow());
  const [month = months[0] ?? '', setMonth] = useState<string>();
  const { mutate, isPending, error } = useMutation(readStatementMutation());
  const download = () =>
    mutate(
      { email, month },
      {
        onSuccess: (csv) => saveFile(`reprise-${month}.csv`, 'text/csv', csv),
        onError: ({ message }) => toast.error(message),
      },
    );
  return (
    <div className="max-w-md space-y-3">
      <Select
        choices={months.map((each) => ({ value: each, label: formatMonth(`${each}-01`) }))}
        hint={
          shopZones().length > 0
            ? t`Every movement with its date in UTC, and the balance before and after, as a file for spreadsheets (CSV). Price, shipping and the shop’s share each have a line.`
            : t`Every movement with its date in UTC, and the balance before and after, as a file for spreadsheets (CSV).`
        }
        label={t`Month`}
        onChange={({ target }) => setMonth(target.value)}
        value={month}
      />
      <Button busyLabel={t`Preparing the file`} isBusy={isPending} onClick={download}>
        <Icon name="download" />
        <span>{t`Download the statement`}</span>
      </Button>
      <FieldError message={error?.message} />
      <TaxPart email={email} since={since} />
    </div>
  );
}

/** What a year has brought, as a file for the tax papers. */
function TaxPart({ email, since }: { email: string; since: string }) {
  const now = useNow().getUTCFullYear();
  const first = Math.max(Number(since.slice(0, 4)), now - maxYears + 1);
  const years = Array.from({ length: now - first + 1 }, (_, back) => String(now - back));
  const [year = String(now), setYear] = useState<string>();
  const { mutate, isPending, error } = useMutation(readTaxesMutation());
  const download = () =>
    mutate(
      { email, year },
      {
        onSuccess: (csv) => saveFile(`reprise-taxes-${year}.csv`, 'text/csv', csv),
        onError: ({ message }) => toast.error(message),
      },
    );
  return (
    <div className="space-y-3 pt-4">
      <Select
        choices={years.map((each) => ({ value: each, label: each }))}
        hint={
          shopZones().length > 0
            ? t`Your sales and what they brought you in each quarter, shipping included, for your tax papers (CSV).`
            : t`Your sales and what they brought you in each quarter, for your tax papers (CSV).`
        }
        label={t`Year`}
        onChange={({ target }) => setYear(target.value)}
        value={year}
      />
      <Button busyLabel={t`Preparing the file`} isBusy={isPending} onClick={download}>
        <Icon name="download" />
        <span>{t`Download the year`}</span>
      </Button>
      <FieldError message={error?.message} />
    </div>
  );
}

const maxYears = 10;
