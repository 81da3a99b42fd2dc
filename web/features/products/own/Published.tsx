import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { t } from '#contract/text.ts';
import { useSite } from '../../../hydration/site.ts';
import { useDashboardUser } from '../../../routing/use-dashboard-user.ts';
import { Button } from '../../../ui/Button.tsx';
import { buttonStyle } from '../../../ui/button-style.ts';
import { currentShop } from '../../../ui/current-shop.ts';
import { FieldError } from '../../../ui/Field.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Picture } from '../../../ui/Picture.tsx';
import { QrCode } from '../../../ui/QrCode.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { OfferNotifications } from '../../push/OfferNotifications.tsx';
import { productQuery } from '../queries.ts';

/** What was just put on sale, with the ways to show it to others. Nothing until it has loaded. */
export function Published({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: product } = useQuery(productQuery(id));
  const { email } = useDashboardUser();
  if (!product) return null;
  return (
    <section
      aria-labelledby="published"
      className="mt-4 rounded-lg border border-line bg-surface p-4 shadow-rest sm:p-5"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 className="text-subheading" id="published">
          {t`It is on sale. See it, share it.`}
        </h2>
        <Button onClick={onClose} size="small" variant="link">
          {t`Close`}
        </Button>
      </div>
      <div className="mt-3 flex flex-wrap items-start gap-x-6 gap-y-4">
        <div className="flex min-w-0 flex-1 basis-72 gap-4">
          <span className="block w-28 shrink-0">
            <Picture address={product.image} alt="" sizes="7rem" source={product.picture} />
          </span>
          <div className="min-w-0">
            <p className="leading-snug font-semibold wrap-anywhere">
              <bdi>{product.name}</bdi>
            </p>
            <p className="price text-lg">{formatMoney(product.price)}</p>
            <Link className={`${buttonStyle('primary', 'small')} mt-2`} to={paths.product(id)}>
              {t`See it`}
            </Link>
          </div>
        </div>
        <Share product={product} />
      </div>
      <OfferNotifications
        email={email}
        text={t`Be told at once when somebody asks, offers or buys.`}
      />
    </section>
  );
}

function Share({ product }: { product: SingleProduct }) {
  const { origin } = useSite();
  const address = `${origin || window.location.origin}${paths.product(product._id)}`;
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast.success(t`Link copied`),
      () => toast.error(t`It could not be copied. Select it and copy it yourself.`),
    );
  return (
    <div className="flex min-w-0 flex-1 basis-80 gap-4">
      <QrCode
        className="size-28 shrink-0 border border-line"
        label={t`QR code of the page of ${product.name}`}
        text={address}
      />
      <div className="min-w-0 space-y-2">
        <p className="text-sm wrap-anywhere text-muted select-all" dir="ltr">
          {address}
        </p>
        <p className="flex flex-wrap gap-2">
          <Button onClick={copy} size="small">
            {t`Copy the link`}
          </Button>
          <StoryButton address={address} product={product} />
        </p>
      </div>
    </div>
  );
}

/** Draws a picture for a story of a phone, and gives it to the phone's own menu for sharing where there is one. */
function StoryButton({ product, address }: { product: SingleProduct; address: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const make = async () => {
    setState('busy');
    try {
      const { drawStory } = await import('./draw-story.ts');
      const picture = await drawStory({ product, address, shopName: currentShop().name });
      await giveAway(picture);
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <span>
      <Button
        busyLabel={t`Drawing`}
        isBusy={state === 'busy'}
        onClick={() => void make()}
        size="small"
      >
        <Icon className="size-4" name="picture" />
        <Trans>Picture for a story</Trans>
      </Button>
      <FieldError
        message={
          state === 'failed' ? t`The picture could not be drawn. Please try again.` : undefined
        }
      />
    </span>
  );
}

async function giveAway(picture: Blob): Promise<void> {
  const name = 'story.jpg';
  const file = new File([picture], name, { type: picture.type });
  const isPhone = matchMedia('(pointer: coarse)').matches;
  if (!isPhone || !navigator.canShare?.({ files: [file] })) {
    saveFile(name, picture.type, picture);
    return;
  }
  await navigator.share({ files: [file] }).catch((error: unknown) => {
    // Somebody who closes the menu has changed their mind.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  });
}
