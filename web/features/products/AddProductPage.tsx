import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { language } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { earningsQuery } from '../payouts/queries.ts';
import { draftPlace } from './listing/draft.ts';
import { ListingForm } from './listing/ListingForm.tsx';
import { emptyListing, newProduct } from './listing/listing-form.ts';
import { listProductMutation } from './own/own-queries.ts';

export function AddProductPage() {
  const { email } = useDashboardUser();
  const navigate = useNavigate();
  const { data: earnings } = useQuery(earningsQuery(email));
  const { mutateAsync: listProduct } = useMutation(listProductMutation());
  const [round, setRound] = useState(0);
  const published = useRef<string>(undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const [place] = useState(() => draftPlace(email, 'new'));
  return (
    <div className="max-w-prose">
      <h1 ref={heading} tabIndex={-1}>
        {t`Add Product`}
      </h1>
      <ListingForm
        busyLabel={t`Adding`}
        commission={earnings?.commission}
        // Discarding the draft resets the form.
        key={round}
        onDiscard={() => {
          setRound(round + 1);
          heading.current?.focus();
        }}
        asksPresets
        onSend={async (listing, pictures, answers, keyFor, clips) => {
          const body = {
            ...newProduct(listing, pictures, answers),
            ...(clips.length > 0 && {
              clips: clips.map(({ url, transcript = '' }) => ({ url, transcript })),
            }),
          };
          const reply = await listProduct({ body, key: keyFor(JSON.stringify(body)) });
          published.current = reply.insertedId;
        }}
        onSent={() => {
          toast.success(messages.toast.productAdded);
          void navigate(paths.myProducts(), { state: { published: published.current } });
        }}
        place={place}
        start={{ fields: { ...emptyListing, language: language() }, pictures: [] }}
        submitLabel={t`Add Product`}
      />
    </div>
  );
}
