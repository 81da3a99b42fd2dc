import { useLocation } from 'react-router';
import { listSeparator } from '#contract/isolate.ts';
import type { MatchCount } from '#contract/search/search.ts';
import { searchTexts } from '#contract/search/search-texts.ts';
import { rememberOrigin } from '../../identity/origin.ts';
import { ListForViewer, type ListViews } from '../../ui/ListForViewer.tsx';
import { LoginPrompt } from '../../ui/LoginPrompt.tsx';
import { SentenceWith } from '../../ui/Owned.tsx';
import type { PagedItems } from '../../ui/use-paged-list.ts';
import { formatMatching } from './format-count.ts';
import { useKindLabels } from './kind-labels.ts';
import { NoResults } from './NoResults.tsx';
import type { SearchReply } from './queries.ts';
import { type SearchState, searchAddress, without } from './search-address.ts';

/** The results with their four views. */
export function SearchResults({
  list,
  state,
  ...views
}: ListViews & {
  list: PagedItems<SearchReply>;
  state: SearchState;
}) {
  const { query, pages, items: products, end } = list;
  const [found] = pages;
  return (
    <ListForViewer
      {...views}
      firstPage={state.cursor === undefined ? undefined : searchAddress(without(state))}
      list={list}
      nextPage={(cursor) => searchAddress({ ...state, cursor })}
      notes={
        <>
          {found?.total.count === 0 && (
            <NoResults
              found={found}
              state={state}
              viewer={views.viewer === 'pending' ? null : views.viewer}
            />
          )}
          {found?.missed && <CloseHeading kind={kindIn(found, state)} missed={found.missed} />}
          {found?.isLimited && found.total.count > 0 && (
            <GuestPrompt
              isEveryPage={query.data?.pageParams[0] === null && !end.hasMore}
              shown={products.length}
              total={found.total}
            />
          )}
        </>
      }
      things="instruments"
    />
  );
}

/** The kind that is chosen, or that the words name. */
const kindIn = ({ facets, understood }: SearchReply, { kind }: SearchState) =>
  kind ?? facets?.facts?.kind ?? understood?.find(({ as }) => as === 'kind')?.id;

/** Says what the results below lack. */
function CloseHeading({
  missed,
  kind,
}: {
  missed: NonNullable<SearchReply['missed']>;
  kind: string | undefined;
}) {
  const labels = useKindLabels(kind, kind !== undefined);
  const lacks = missed.map(({ text, id = '' }) =>
    text === undefined ? labels.fact(id) : { text },
  );
  return (
    <h2 className="mt-10 mb-4 text-xl">
      <SentenceWith
        say={(...texts) => searchTexts.close(texts.join(listSeparator()))}
        texts={lacks}
      />
    </h2>
  );
}

/**
 * Tells a guest what a user would see, and leads through the login back to this search. Nothing when the guest sees
 * everything that matches.
 */
function GuestPrompt({
  total,
  shown,
  isEveryPage,
}: {
  total: MatchCount;
  shown: number;
  /** Whether those that are shown are all that a guest gets, from the first to the last page. */
  isEveryPage: boolean;
}) {
  const location = useLocation();
  if (isEveryPage && total.isExact && total.count === shown) return null;
  const { guests } = searchTexts;
  const advertised = isEveryPage ? shown : undefined;
  return (
    <LoginPrompt
      state={rememberOrigin(location)}
      text={guests.why}
      title={
        shown > 0
          ? `${formatMatching(total)} ${guests.advertised(advertised)}`
          : formatMatching(total)
      }
    />
  );
}
