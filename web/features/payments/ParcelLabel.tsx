import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { SaleViewer } from '#contract/after-sale/sale-step-types.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import type { DeliveryAddress } from '#contract/delivery/delivery.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AddressText } from '../delivery/AddressText.tsx';
import { crossesCustoms } from '../delivery/CustomsNote.tsx';
import { ownAddressQuery } from '../delivery/own-address.ts';

/** The label of a parcel, on a sheet of A6: who sends it, and where to. The seller can read it while the sale is open. */
export function ParcelLabel({
  booking,
  viewer,
  email,
}: {
  booking: Booking;
  viewer: SaleViewer;
  /** The address of the reader. */
  email: string;
}) {
  useSheet('105mm 148mm');
  const own = useQuery({ ...ownAddressQuery(email), enabled: viewer === 'seller' });
  const { address, addressLines, sellerName, shipsFrom, _id } = booking;
  const back = (
    <Link className={buttonStyle()} to={paths.payment(_id)}>
      {t`See the sale`}
    </Link>
  );
  if (!address || viewer === 'buyer') {
    return (
      <>
        <h1 tabIndex={-1}>{t`Address label`}</h1>
        <EmptyState action={back} title={t`There is no address to print.`}>
          {t`The seller of an instrument that is shipped can print it from the payment until the end of the sale.`}
        </EmptyState>
      </>
    );
  }
  const isAbroad = shipsFrom !== undefined && shipsFrom !== address.country;
  return (
    <article>
      <h1 className="print:hidden" tabIndex={-1}>{t`Address label`}</h1>
      <div className="mt-6 min-h-[148mm] max-w-[105mm] rounded-lg border border-line bg-surface p-[8mm] shadow-rest print:mt-0 print:min-h-0 print:border-0 print:p-0 print:shadow-none">
        <Party
          address={own.data?.address}
          isAbroad={isAbroad}
          lines={own.data?.addressLines}
          name={sellerName}
          title={t`From`}
        />
        <div className="my-6 border-t border-line-strong" />
        <Party
          address={address}
          isAbroad={isAbroad}
          isLarge
          lines={addressLines}
          name={address.name}
          title={t({ message: 'To', context: 'parcel' })}
        />
      </div>
      {viewer === 'seller' && own.data && !own.data.address && (
        <p className="mt-4 max-w-prose text-muted print:hidden">
          <span>{t`Save your own address in your profile, and it will be on your labels.`} </span>
          <Link className="text-link" to={`${paths.profile()}#address`}>
            {t`Go to your profile`}
          </Link>
        </p>
      )}
      <p className="mt-6 flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => window.print()} variant="primary">
          {t`Print the label`}
        </Button>
        {crossesCustoms(booking) && (
          <Link className={buttonStyle()} to={paths.paper(_id, 'customs')}>
            {t`Customs declaration`}
          </Link>
        )}
        {back}
      </p>
    </article>
  );
}

/** Prints on a sheet of this size while the page is open. CSS knows no A6, and a box inside a grid cannot ask for a sheet of its own. */
export function useSheet(size: string): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { size: ${size}; margin: 8mm }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [size]);
}

function Party({
  title,
  name,
  address,
  lines,
  isAbroad,
  isLarge = false,
}: {
  title: string;
  name: string;
  address: DeliveryAddress | undefined;
  lines: readonly string[] | undefined;
  isAbroad: boolean;
  isLarge?: boolean;
}) {
  return (
    <section>
      <h2 className="font-sans text-sm font-normal text-muted">{title}</h2>
      {address ? (
        <AddressText
          address={address}
          className={isLarge ? 'text-2xl font-semibold' : ''}
          isAbroad={isAbroad}
          lines={lines}
        />
      ) : (
        <p className="wrap-anywhere" dir="auto">
          {name}
        </p>
      )}
    </section>
  );
}
