import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Link, useParams } from 'react-router';
import { limits } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { plural, t } from '#contract/text.ts';
import { isMissing } from '../../api/failures.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { NotFoundPage } from '../../routing/NotFoundPage.tsx';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LoadingOrError } from '../../ui/LoadingOrError.tsx';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { pictureTypes } from '../pictures/picture-kinds.ts';
import { preparePicture } from '../pictures/prepare-picture.ts';
import { uploadImage } from '../pictures/upload-image.ts';
import { Code, newerText, useShownText } from './CodePhotoNote.tsx';
import {
  photoCodeQuery,
  removeCodePhotoMutation,
  setCodePhotoMutation,
} from './own/own-queries.ts';
import { SoldAlready } from './own/SoldAlready.tsx';
import { productQuery } from './queries.ts';

/** Where a seller gets the code of a listing and adds the picture with it. */
export function CodePhotoPage() {
  const { id = '' } = useParams();
  const { email } = useDashboardUser();
  const query = useQuery(productQuery(id));
  const { data: product, error } = query;
  if (isMissing(error)) return <NotFoundPage />;
  if (!product) {
    return (
      <LoadingOrError
        heading={t`Picture with a code`}
        label={t`Loading the listing`}
        query={query}
      />
    );
  }
  if (product.sellerEmail.toLowerCase() !== email.toLowerCase()) return <NotFoundPage />;
  if (product.status === 'sold') return <SoldAlready product={product} />;
  return (
    <div className="max-w-prose space-y-8">
      <div>
        <p>
          <Link className="text-link text-sm" to={paths.myProducts()}>
            {t`My Products`}
          </Link>
        </p>
        <h1 className="mt-2 wrap-anywhere" tabIndex={-1}>
          <Trans>
            Picture with a code of <bdi>{product.name}</bdi>
          </Trans>
        </h1>
        <p className="mt-3">
          {t`Pictures are often stolen. One that shows the instrument beside a code which only you have got tells buyers that you have it at hand. The listing says when you added it.`}
        </p>
      </div>
      {product.codePhoto && <Present codePhoto={product.codePhoto} id={product._id} />}
      <Steps product={product} />
    </div>
  );
}

function Present({
  codePhoto,
  id,
}: {
  codePhoto: NonNullable<SingleProduct['codePhoto']>;
  id: string;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const shown = useShownText(codePhoto);
  const newer = newerText(codePhoto);
  return (
    <section className="flex flex-wrap items-start gap-4 rounded-lg border border-line bg-surface p-4 shadow-rest">
      <img
        alt={t`The instrument with the code`}
        className="h-24 w-32 rounded-md border border-line object-cover"
        height={96}
        src={codePhoto.image}
        width={128}
      />
      <div className="min-w-0 flex-1 basis-56 space-y-1">
        <h2 className="text-subheading">{shown}</h2>
        {newer && (
          <p className="text-sm text-muted">
            <span>{newer}</span>
            <span aria-hidden="true"> · </span>
            <span>{t`A new picture with a code covers them too.`}</span>
          </p>
        )}
        <Button onClick={() => setIsAsking(true)} size="small" variant="link">
          {t`Take it back`}
        </Button>
      </div>
      <MutationDialog
        confirmLabel={t`Take it back`}
        isOpen={isAsking}
        mutation={removeCodePhotoMutation()}
        onClose={() => setIsAsking(false)}
        onDone={() => setIsAsking(false)}
        success={t`The listing no longer mentions the code`}
        title={t`Take back that the picture shows the code?`}
        variables={id}
      >
        {t`The picture stays in the listing, without the remark about the code.`}
      </MutationDialog>
    </section>
  );
}

function Steps({ product }: { product: SingleProduct }) {
  const { data: asked, error, isFetching, refetch } = useQuery(photoCodeQuery(product._id));
  if (!asked) {
    if (!error) return <Skeleton className="h-64 w-full" />;
    return (
      <ErrorState isTrying={isFetching} message={error.message} onTryAgain={() => refetch()} />
    );
  }
  return (
    <ol className="space-y-8">
      <Step number={1} title={t`Write this code on a piece of paper`}>
        <p>
          <Code code={asked.code} isLarge />
        </p>
        <p className="text-sm text-muted">
          <Trans>
            It is for this listing only, and valid until <Moment at={asked.validUntil} />.
          </Trans>
        </p>
      </Step>
      <Step number={2} title={t`Lay it beside the instrument and take a picture`}>
        <p>{t`Both must be easy to see: the instrument as in your other pictures, and all letters.`}</p>
      </Step>
      <Step number={3} title={t`Add the picture`}>
        <AddPicture code={asked.code} product={product} />
      </Step>
    </ol>
  );
}

function Step({
  number,
  title,
  children,
}: {
  number: number;
  title: string;
  children: React.ReactNode;
}) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full border border-brass font-semibold text-brass tabular-nums"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1 space-y-2">
        <h2 className="text-subheading">{title}</h2>
        {children}
      </div>
    </li>
  );
}

/** The picture is uploaded and added as soon as it is chosen. */
function AddPicture({ code, product }: { code: string; product: SingleProduct }) {
  const [share, setShare] = useState(0);
  const underWay = useRef<AbortController>(null);
  const { mutateAsync: setCodePhoto } = useMutation(setCodePhotoMutation());
  const add = useMutation({
    mutationFn: async ({ file, signal }: { file: File; signal: AbortSignal }) => {
      const picture = await preparePicture(file, signal);
      const image = await uploadImage(picture, { onProgress: setShare, signal });
      await setCodePhoto({ id: product._id, image, code });
    },
    onSuccess: () => toast.success(t`The picture with the code is in your listing`),
  });
  // Leaving the page during the upload cancels it.
  useEffect(() => () => underWay.current?.abort(), []);
  const isFull = product.images.length >= limits.picturesPerProduct;
  const choose = ([file]: readonly File[]) => {
    if (!file) return;
    setShare(0);
    underWay.current = new AbortController();
    add.mutate({ file, signal: underWay.current.signal });
  };
  if (isFull) {
    return (
      <p>
        <span>
          {t`The listing has ${plural(limits.picturesPerProduct, { one: '# picture', other: '# pictures' })} already. Remove one of them first.`}{' '}
        </span>
        <Link className="text-link" to={paths.editProduct(product._id)}>
          {t`Edit the listing`}
        </Link>
      </p>
    );
  }
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-3">
        <FileButton
          accept="image/*"
          capture="environment"
          className="not-pointer-coarse:hidden"
          disabled={add.isPending}
          onFiles={choose}
          variant="primary"
        >
          <Icon name="camera" />
          {t`Take a picture`}
        </FileButton>
        <FileButton accept={pictureTypes.join(',')} disabled={add.isPending} onFiles={choose}>
          <Icon name="picture" />
          {t`Choose a picture`}
        </FileButton>
      </div>
      {add.isPending && (
        <progress
          aria-label={t`Upload of the picture`}
          className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken accent-brass [&::-moz-progress-bar]:bg-brass [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-brass"
          max={1}
          value={share}
        />
      )}
      <FieldError message={add.error?.message} />
      <p className="text-sm text-muted">
        {t`It becomes the last picture of the listing. If you change the maker or the kind later, the remark about the code goes.`}
      </p>
    </div>
  );
}
