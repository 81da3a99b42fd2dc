import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useNavigate, useParams } from 'react-router';
import type { SentClip } from '#contract/clips/clips.ts';
import { paths } from '#contract/page-paths.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { t } from '#contract/text.ts';
import { mayActIn } from '#contract/users/admin-areas.ts';
import { isMissing } from '../../api/failures.ts';
import { NotFoundPage } from '../../routing/NotFoundPage.tsx';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { LoadingOrError } from '../../ui/LoadingOrError.tsx';
import { earningsQuery } from '../payouts/queries.ts';
import { draftPlace } from './listing/draft.ts';
import { ListingForm } from './listing/ListingForm.tsx';
import { changeOf, fieldsOf, type KnownSerial } from './listing/listing-form.ts';
import { changeProductMutation, serialQuery } from './own/own-queries.ts';
import { SoldAlready } from './own/SoldAlready.tsx';
import { productQuery } from './queries.ts';

/** Edits an unsold listing. Another seller's is not found, as in the API. */
export function EditProductPage() {
  const { id = '' } = useParams();
  const viewer = useDashboardUser();
  const { email } = viewer;
  const query = useQuery(productQuery(id));
  const { data: product, error } = query;
  const isOwn = product?.sellerEmail.toLowerCase() === email.toLowerCase();
  // Nobody but its seller can read the number.
  const serial = useQuery({ ...serialQuery(id), enabled: isOwn });
  if (isMissing(error)) return <NotFoundPage />;
  if (!product) {
    return (
      <LoadingOrError heading={t`Edit the listing`} label={t`Loading the listing`} query={query} />
    );
  }
  if (!isOwn && !mayActIn('listings', viewer)) return <NotFoundPage />;
  if (product.status === 'sold') return <SoldAlready product={product} />;
  if (isOwn && !serial.data) {
    return (
      <LoadingOrError heading={t`Edit the listing`} label={t`Loading the listing`} query={serial} />
    );
  }
  return <EditListing email={email} key={product._id} product={product} serial={serial.data} />;
}

function EditListing({
  product: present,
  serial: presentSerial,
  email,
}: {
  product: SingleProduct;
  serial: KnownSerial | undefined;
  email: string;
}) {
  const [serial] = useState(presentSerial);
  const navigate = useNavigate();
  // What the seller receives, also when an admin edits it who may see that.
  const viewer = useDashboardUser();
  const isOwn = present.sellerEmail.toLowerCase() === email.toLowerCase();
  const { data: earnings } = useQuery({
    ...earningsQuery(present.sellerEmail),
    enabled: isOwn || mayActIn('money', viewer),
  });
  const { mutateAsync: changeProduct } = useMutation(changeProductMutation());
  // The initial values stay fixed: a refetch must not change what counts as edited.
  const [product] = useState(present);
  const { name } = product;
  const [round, setRound] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const [place] = useState(() => draftPlace(email, product._id));
  return (
    <div className="max-w-prose">
      <h1 className="wrap-anywhere" ref={heading} tabIndex={-1}>
        <Trans>
          Edit <bdi>{name}</bdi>
        </Trans>
      </h1>
      <ListingForm
        busyLabel={t`Saving`}
        commission={earnings?.commission}
        key={round}
        onDiscard={() => {
          setRound(round + 1);
          heading.current?.focus();
        }}
        clips={product.clips}
        onSend={async (listing, pictures, answers, _keyFor, clips) => {
          const change = {
            ...changeOf(product, listing, pictures, answers, serial),
            ...clipsAfter(product, clips),
          };
          if (Object.keys(change).length > 0) await changeProduct({ id: product._id, change });
        }}
        onSent={() => {
          toast.success(t`Your changes are saved`);
          void navigate(paths.myProducts());
        }}
        place={place}
        start={{
          fields: fieldsOf(product, serial),
          pictures: product.images.map((url) => ({ url, uploadedAt: null })),
        }}
        submitLabel={t`Save changes`}
      />
    </div>
  );
}

/** Nothing while they are the same. */
function clipsAfter({ clips = [] }: SingleProduct, sent: readonly SentClip[]) {
  const textOf = (all: readonly SentClip[]) =>
    JSON.stringify(all.map(({ url, transcript }) => [url, transcript]));
  if (textOf(clips) === textOf(sent)) return {};
  return { clips: sent.map(({ url, transcript = '' }) => ({ url, transcript })) };
}
