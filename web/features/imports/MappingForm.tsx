import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  type ImportField,
  importFieldNames,
  importFields,
  optionalImportFields,
  sharedImportFields,
} from '#contract/imports/import-fields.ts';
import type { ImportMapping, ListingImport } from '#contract/imports/listing-imports.ts';
import { textsOf } from '#contract/language.ts';
import { msg, plural, t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { safeSessionStorage } from '../../browser-storage.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { formatList } from '../../ui/format.ts';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { mapListingImportMutation, uploadPictureMutation } from './queries.ts';
import { ValueTable } from './ValueTable.tsx';

/** What the form says of a field in addition to its name. */
interface FieldTexts {
  hint?: string;
  /** The label of a value that was entered once, where that is possible. */
  ofAllRows?: string;
}

const fieldTexts: Partial<Record<ImportField, FieldTexts>> = textsOf({
  external_id: {
    hint: msg`Your own number for it, different in each row. Without one, a row that you change later is listed as another instrument.`,
  },
  category: { ofAllRows: msg`Category of all rows` },
  condition: { ofAllRows: msg`Condition of all rows` },
  phone: { ofAllRows: msg`Phone of all rows` },
  location: { ofAllRows: msg`Location of all rows` },
  purchase_year: { ofAllRows: msg`Year of purchase of all rows` },
  takes_offers: { hint: msg`Yes or no; without it, yes` },
  least_offer: { hint: msg`Offers below it are declined at once. Nobody but you sees it.` },
  pictures: {
    hint: msg`Links, which are fetched during the import, or names of files in a ZIP file`,
  },
});

type Source = ImportMapping[ImportField];

const systemNames: Record<NonNullable<ListingImport['system']>, string> = {
  reverb: 'Reverb',
  woocommerce: 'WooCommerce',
  shopify: 'Shopify',
  ebay: 'eBay',
};

/** Which column is which field, with the first rows as examples. What was chosen outlives a reload. */
export function MappingForm({ stored, onMapped }: { stored: ListingImport; onMapped: () => void }) {
  const [mapping, setMapping] = useState(() => readChosen(stored) ?? stored.mapping);
  // A picture may arrive after other fields were changed.
  const latest = useRef(mapping);
  const save = useMutation(mapListingImportMutation(stored._id));
  const form = useRef<HTMLFormElement>(null);
  const errors = save.error instanceof CallFailure ? save.error.errors : {};
  const system = stored.system && systemNames[stored.system];
  // An effect, because only after rendering the faults are fields marked as invalid.
  useEffect(() => {
    if (save.error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [save.error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate(mapping, {
      onSuccess: () => {
        forgetChosen(stored);
        onMapped();
      },
    });
  };
  const change = (field: ImportField, source: Source) => {
    save.reset();
    const { [field]: _before, ...rest } = latest.current;
    const changed = source ? { ...rest, [field]: source } : rest;
    latest.current = changed;
    setMapping(changed);
    keepChosen(stored, changed);
  };
  return (
    <form className="space-y-6" noValidate onSubmit={submit} ref={form}>
      {system && (
        <p className="max-w-prose font-semibold">
          {t`This is an export of ${system}: its columns are known.`}
        </p>
      )}
      <p className="max-w-prose text-muted">{introOf(stored)}</p>
      {stored.answerColumns.length > 0 && (
        <p className="max-w-prose">
          <span>{t`What buyers ask about the kind of each instrument is read from these columns, unless a field has them:`}</span>{' '}
          <strong className="wrap-anywhere">{formatList(stored.answerColumns)}</strong>
        </p>
      )}
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        {importFields.map((field) => (
          <FieldSource
            error={errors[`mapping.${field}`]}
            field={field}
            key={field}
            onChange={(source) => change(field, source)}
            source={mapping[field]}
            stored={stored}
          />
        ))}
      </div>
      <ValueTables mapping={mapping} onChange={change} stored={stored} />
      <FieldError message={save.error?.message} />
      <Button busyLabel={t`Saving`} isBusy={save.isPending} type="submit" variant="primary">
        {t`Check the rows`}
      </Button>
    </form>
  );
}

function introOf({ rowCount, pictureCount, encoding }: ListingImport): string {
  if (pictureCount === 0) {
    return t`${plural(rowCount, { other: '# rows' })}, read as ${encoding}. The columns are matched by their names; change what is wrong. Your choices are remembered for the next file.`;
  }
  return t`${plural(rowCount, { other: '# rows' })} and ${plural(pictureCount, { one: '# picture', other: '# pictures' })}, read as ${encoding}. The columns are matched by their names; change what is wrong. Your choices are remembered for the next file.`;
}

/** Of the columns that the fields have now; those of others are shown once the rows were checked with them. */
function ValueTables({
  stored,
  mapping,
  onChange,
}: {
  stored: ListingImport;
  mapping: ImportMapping;
  onChange: (field: ImportField, source: Source) => void;
}) {
  const shown = stored.values.flatMap((values) => {
    const source = mapping[values.field];
    return source && 'column' in source && source.column === values.column
      ? { values, source }
      : [];
  });
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="values-heading" className="space-y-4">
      <div className="space-y-1">
        <h3 className="text-base" id="values-heading">
          {t`What the values mean`}
        </h3>
        <p className="max-w-prose text-muted">
          {t`Other shops have other words. What you choose here is remembered for your next file.`}
        </p>
      </div>
      {shown.map(({ values, source }) => (
        <ValueTable
          key={values.field}
          onChange={(changed) => onChange(values.field, changed)}
          source={source}
          values={values}
        />
      ))}
    </section>
  );
}

const columnValue = (column: string) => `column:${column}`;

function FieldSource({
  field,
  source,
  stored,
  error,
  onChange,
}: {
  field: ImportField;
  source: Source;
  stored: ListingImport;
  error: string | undefined;
  onChange: (source: Source) => void;
}) {
  const label = importFieldNames[field];
  const { hint } = fieldTexts[field] ?? {};
  /** What was entered for all rows, while a column is tried instead. */
  const [entered, setEntered] = useState('');
  const isOptional = optionalImportFields.includes(field);
  const isShared = source !== undefined && !('column' in source);
  const choices = [
    ...(isOptional ? [{ value: '', label: t`Not in the file` }] : []),
    ...stored.columns.map((column) => ({ value: columnValue(column), label: column })),
    ...(sharedImportFields.includes(field)
      ? [
          {
            value: 'value',
            label: field === 'pictures' ? t`One picture for all rows` : t`The same for all rows`,
          },
        ]
      : []),
  ];
  const choose = (chosen: string) => {
    if (source && !('column' in source)) setEntered(source.value);
    if (chosen === 'value') onChange({ value: entered });
    else if (chosen === '') onChange(undefined);
    else onChange({ column: chosen.slice('column:'.length) });
  };
  return (
    <div className="space-y-3 rounded-lg border border-line bg-surface p-4">
      <Select
        choices={choices}
        error={error}
        hint={hint}
        isOptional={isOptional}
        label={label}
        onChange={({ target }) => choose(target.value)}
        {...(isOptional ? {} : { placeholder: t`Choose a column` })}
        value={isShared ? 'value' : source ? columnValue(source.column) : ''}
      />
      {isShared ? (
        <SharedValue field={field} onChange={(value) => onChange({ value })} value={source.value} />
      ) : (
        source && <Examples source={source} stored={stored} />
      )}
      {field === 'pictures' && source && 'column' in source && (
        <SharedPicture
          label={t`For rows without a picture`}
          onChange={(value) => onChange({ ...source, value })}
          value={source.value ?? ''}
        />
      )}
    </div>
  );
}

function Examples({
  source: { column, further = [] },
  stored,
}: {
  source: Extract<Source, { column: string }>;
  stored: ListingImport;
}) {
  const index = stored.columns.indexOf(column);
  const values = stored.examples.map((cells) => cells[index] || t`empty`);
  return (
    <>
      {further.length > 0 && (
        <p className="text-sm wrap-anywhere">
          <span className="font-semibold">{t`Also read:`}</span> <span>{formatList(further)}</span>
        </p>
      )}
      <p className="line-clamp-3 text-sm wrap-anywhere text-muted">
        <span className="font-semibold">{t`For example`}</span> <span>{values.join(' · ')}</span>
      </p>
    </>
  );
}

function SharedValue({
  field,
  value,
  onChange,
}: {
  field: ImportField;
  value: string;
  onChange: (value: string) => void;
}) {
  if (field === 'pictures')
    return <SharedPicture label={t`For all rows`} onChange={onChange} value={value} />;
  return (
    <TextField
      label={fieldTexts[field]?.ofAllRows ?? importFieldNames[field]}
      onChange={({ target }) => onChange(target.value)}
      value={value}
    />
  );
}

function SharedPicture({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const upload = useMutation(uploadPictureMutation());
  const send = ([file]: readonly File[]) => {
    if (file && !upload.isPending) upload.mutate(file, { onSuccess: onChange });
  };
  return (
    <div className="space-y-2">
      <p className="text-sm font-semibold">{label}</p>
      <div className="flex flex-wrap items-center gap-4">
        {value !== '' && (
          <img
            alt=""
            className="h-16 w-20 rounded-md border border-line object-cover"
            src={value}
          />
        )}
        <FileButton accept="image/*" onFiles={send} size="small">
          {upload.isPending ? t`Uploading the picture` : t`Choose the picture`}
        </FileButton>
      </div>
      <FieldError message={upload.error?.message} />
    </div>
  );
}

const keyOf = ({ _id }: ListingImport) => `reprise.import.${_id}`;

/** What was chosen in this tab for the columns of a file and is not sent yet; undefined when that is nothing. */
function readChosen(stored: ListingImport): ImportMapping | undefined {
  const text = safeSessionStorage.getItem(keyOf(stored));
  return text === null ? undefined : (JSON.parse(text) as ImportMapping);
}

function keepChosen(stored: ListingImport, mapping: ImportMapping): void {
  safeSessionStorage.setItem(keyOf(stored), JSON.stringify(mapping));
}

function forgetChosen(stored: ListingImport): void {
  safeSessionStorage.removeItem(keyOf(stored));
}
