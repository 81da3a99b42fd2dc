import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { findCategory } from '#contract/products/shop-categories.ts';
import { repliedText } from '#contract/shop/owned-text.ts';

import { useLater } from '../../../ui/use-later.ts';
import { type KindSummary, kindQuery, kindSuggestionsQuery } from '../../instruments/queries.ts';
import type { KindChoice } from './KindField.tsx';
import { type Listing, type ListingFields, noKind } from './listing-form.ts';

/** The kind of the form: the one that its seller chose, or else the one that the shop takes from the name. */
export function useKind({
  control,
}: Pick<UseFormReturn<ListingFields, unknown, Listing>, 'control'>) {
  const [chosen, name, category] = useWatch({ control, name: ['kind', 'name', 'category'] });
  const { data: named } = useQuery(kindSuggestionsQuery(useLater(name), findCategory(category)));
  const isNamed = chosen === '' && name.trim() !== '' && named?.isNamed === true;
  const id = isNamed ? named.kinds[0]?.id : chosen === '' || chosen === noKind ? undefined : chosen;
  const { data: kind } = useQuery({ ...kindQuery(id ?? ''), enabled: id !== undefined });
  const choice: KindChoice = {
    id,
    name: nameOf(isNamed ? named.kinds[0] : kind),
    isFromName: isNamed,
    isNone: chosen === noKind,
    suggested: name.trim() === '' ? [] : (named?.kinds ?? []),
  };
  return { choice, kind };
}

const nameOf = (kind: Pick<KindSummary, 'name' | 'languages'> | undefined) =>
  kind && repliedText(kind, 'name');
