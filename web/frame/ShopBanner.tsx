import { shownText } from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';
import { safeLocalStorage } from '../browser-storage.ts';
import { closedBannerKey } from '../ui/banner-boot.ts';
import { currentShop } from '../ui/current-shop.ts';
import { EntryLink } from '../ui/EntryLink.tsx';
import { Icon } from '../ui/Icon.tsx';

/**
 * The announcement of the owner above every page. It is in the HTML of the server; a visitor who has closed it does not see it
 * from the first paint on, by a rule in the style sheet of the shop.
 */
export function ShopBanner() {
  const { banner } = currentShop();
  if (!banner) return null;
  const { text, ...said } = shownText(banner.text);
  const close = () => {
    safeLocalStorage.setItem(closedBannerKey, banner.id);
    document.documentElement.dataset.closedBanner = banner.id;
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <aside aria-label={t`Announcement`} className="bg-brass-tint print:hidden" id="shop-banner">
      <div className="mx-auto flex max-w-page items-center gap-x-4 ps-4">
        <p className="min-w-0 flex-1 py-2 text-center text-[0.9375rem] wrap-anywhere" {...said}>
          {banner.to ? (
            <EntryLink className="text-link" to={banner.to}>
              {text}
            </EntryLink>
          ) : (
            text
          )}
        </p>
        <button
          aria-label={t`Close the announcement`}
          className="flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-sunken noscript:hidden"
          onClick={close}
          type="button"
        >
          <Icon className="size-5" name="close" />
        </button>
      </div>
    </aside>
  );
}
