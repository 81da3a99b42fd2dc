import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/text.ts';
import { clearViewed } from '../../../api/viewed-list.ts';
import { Button } from '../../../ui/Button.tsx';
import type { CardSlots } from '../ProductCard.tsx';
import { productsByIdQuery } from '../queries.ts';
import { CardRow } from './CardRow.tsx';
import { forgetViewed, useViewedIds } from './viewed-products.ts';

/** What was looked at last in this browser, without the product of this page and what is no longer on sale. */
export function RecentlyViewed({ except, ...slots }: CardSlots & { except?: string | undefined }) {
  const ids = useViewedIds(except);
  const [isCleared, setIsCleared] = useState(false);
  const list = useQuery({ ...productsByIdQuery(ids), enabled: ids.length > 0 });
  const { data, isPlaceholderData } = list;
  useEffect(() => {
    if (!data || isPlaceholderData) return;
    const onSale = new Set(data.map(({ _id }) => _id));
    forgetViewed(ids.filter((id) => !onSale.has(id)));
  }, [data, isPlaceholderData, ids]);

  if (isCleared) return <Cleared />;
  if (ids.length === 0) return null;
  return (
    <CardRow
      {...slots}
      action={
        <Button
          onClick={() => {
            setIsCleared(true);
            clearViewed();
          }}
          size="small"
        >
          <Trans>
            Clear<span className="sr-only"> what you viewed</span>
          </Trans>
        </Button>
      }
      failureTitle={t`What you viewed did not load`}
      id="viewed-heading"
      list={list}
      note={t`Saved in this browser only, until you log out.`}
      title={t`Recently viewed`}
    />
  );
}

/** Takes the focus of the button that is gone with the list. */
function Cleared() {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <p className="py-8 text-muted" ref={text} role="status" tabIndex={-1}>
      {t`Cleared. This browser no longer remembers what you viewed.`}
    </p>
  );
}
