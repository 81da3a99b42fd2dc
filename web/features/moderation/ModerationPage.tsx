import { type FormEvent, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatList } from '#contract/isolate.ts';
import type { ListedCase } from '#contract/moderation/cases.ts';
import { caseStates, reportReasons, reportTerms } from '#contract/moderation/moderation-terms.ts';
import { paths } from '#contract/page-paths.ts';
import { plural, t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { hintTexts } from './FoundHints.tsx';
import { caseStateTexts, decidedTexts, reasonTexts, subjectKindTexts } from './moderation-texts.ts';
import { type CaseFilter, casesQuery } from './queries.ts';

/** What was reported, for admins: one case for each subject, those that have waited longest first. */
export function ModerationPage() {
  const [search, setSearch] = useSearchParams();
  const filter = caseFilterOf(search);
  const choose = (name: 'state' | 'reason', value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('reference');
        if (value === '' || value === 'waiting') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  /** A reference finds its case in any state, so it takes the place of the other filters. */
  const find = (reference: string) =>
    setSearch(reference === '' ? {} : { reference }, { replace: true });
  return (
    <>
      <h1 tabIndex={-1}>{t`Moderation`}</h1>
      <p className="mt-2 max-w-prose text-muted">
        {t`All reports of one thing are one case. Nothing is hidden before an admin decides.`}
      </p>
      <div className="mt-6">
        <ReferenceSearch onFind={find} reference={filter.reference ?? ''} />
      </div>
      <div className="mt-4 grid gap-4 sm:max-w-xl sm:grid-cols-2">
        <Select
          choices={[
            { value: 'waiting', label: t`Waiting for a decision` },
            ...caseStates.map((value) => ({ value, label: caseStateTexts[value] })),
          ]}
          isFilter
          label={t`Cases`}
          onChange={({ target }) => choose('state', target.value)}
          value={filter.state}
        />
        <Select
          choices={[
            { value: '', label: t`All reasons` },
            ...reportReasons.map((value) => ({ value, label: reasonTexts[value].name })),
          ]}
          isFilter
          label={t`Reason`}
          onChange={({ target }) => choose('reason', target.value)}
          value={filter.reason ?? ''}
        />
      </div>
      <div
        className="mt-6"
        key={`${filter.state} ${filter.reason ?? ''} ${filter.reference ?? ''}`}
      >
        <Cases filter={filter} onClear={() => find('')} />
      </div>
    </>
  );
}

/** Finds the case of a report by the reference in its mail. */
function ReferenceSearch({
  reference,
  onFind,
}: {
  reference: string;
  onFind: (reference: string) => void;
}) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.value = reference;
  }, [reference]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFind(ref.current?.value.trim() ?? '');
  };
  return (
    <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
      <div className="w-full sm:w-72">
        <SearchField
          defaultValue={reference}
          label={t`Reference of a report`}
          maxLength={reportTerms.referenceLength}
          placeholder="R-ABCD-EFGH"
          ref={ref}
        />
      </div>
      <Button type="submit">{t`Search`}</Button>
    </form>
  );
}

/** What the address of the page asks for. */
export function caseFilterOf(search: URLSearchParams): CaseFilter {
  const reference = search.get('reference')?.trim().slice(0, reportTerms.referenceLength);
  if (reference) return { state: 'waiting', reason: undefined, reference };
  return {
    state: caseStates.find((state) => state === search.get('state')) ?? 'waiting',
    reason: reportReasons.find((reason) => reason === search.get('reason')),
  };
}

function Cases({ filter, onClear }: { filter: CaseFilter; onClear: () => void }) {
  const list = usePagedList(casesQuery(filter));
  const isFiltered = filter.state !== 'waiting' || filter.reason !== undefined;
  return (
    <PagedList<ListedCase>
      empty={
        filter.reference !== undefined ? (
          <EmptyState
            action={<Button onClick={onClear}>{t`Clear the search`}</Button>}
            title={t`No report has the reference ${filter.reference}`}
          >
            {t`It begins with R- and is in each email about the report. References have no 0, 1, I or O.`}
          </EmptyState>
        ) : isFiltered ? (
          <p className="text-muted">{t`No such case.`}</p>
        ) : (
          <EmptyState title={t`Nothing is waiting for a decision`}>
            {t`What people report shows up here, the oldest first.`}
          </EmptyState>
        )
      }
      list={list}
      loading={{ label: t`Loading the cases`, rowHeight: 'h-52 sm:h-20' }}
      table={({ items, ref }) => (
        <Table
          caption={t`Cases`}
          columns={columns()}
          ref={ref}
          rowKey={({ _id }) => _id}
          rows={items}
        />
      )}
      things="cases"
    />
  );
}

function columns(): Column<ListedCase>[] {
  return [
    {
      header: t`Reported`,
      isRowHeader: true,
      cell: ({ _id, subject: { kind, name } }) => (
        <>
          <Link className="text-link" dir="auto" to={paths.moderationCase(_id)}>
            {name || subjectKindTexts[kind]}
          </Link>
          <span className="block text-sm font-normal text-muted">{subjectKindTexts[kind]}</span>
        </>
      ),
    },
    {
      header: t({ message: 'From', context: 'author' }),
      cell: ({ person }) => <bdi>{person?.name ?? t`A person whose account is gone`}</bdi>,
    },
    {
      header: t`Reports`,
      cell: ({ reports, reasons, hints }) => (
        <>
          <span>{plural(reports, { one: '# report', other: '# reports' })}</span>
          <span className="block text-sm text-muted">
            {formatList([
              ...reasons.map(({ reason }) => reasonTexts[reason].name),
              ...hints.map((hint) => hintTexts[hint]),
            ])}
          </span>
        </>
      ),
    },
    {
      header: t`Since`,
      isWhole: 'wide',
      cell: ({ waitsSince, openedAt }) => <Moment at={waitsSince ?? openedAt} isDay />,
    },
    {
      header: t`State`,
      isWhole: 'wide',
      cell: ({ state, outcome }) => (
        <span className="inline-flex flex-wrap justify-end gap-1 @[38rem]:justify-start">
          <Badge tone={state === 'open' || state === 'appealed' ? 'brass' : 'quiet'}>
            {caseStateTexts[state]}
          </Badge>
          {outcome && state !== 'open' && <Badge>{decidedTexts[outcome]}</Badge>}
        </span>
      ),
    },
  ];
}
