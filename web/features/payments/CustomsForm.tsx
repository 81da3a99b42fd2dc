import { type ReactNode, useId } from 'react';
import type { Booking } from '#contract/bookings/bookings.ts';
import { shopCurrency } from '#contract/money/shop-currency.ts';
import { AddressText } from '../delivery/AddressText.tsx';
import type { Declared } from './customs-form.ts';

/** The forms are in English and French everywhere, so none of this is translated. */
const categories = [
  'Gift / Cadeau',
  'Documents',
  'Sale of goods / Vente de marchandises',
  'Commercial sample / Échantillon commercial',
  'Returned goods / Retour de marchandises',
  'Other / Autre',
];
const soldGoods = categories[2];
/** On paper, and where there is room for them. */
const itemColumns =
  'sm:grid-cols-[2fr_1fr_1fr_1fr_1.3fr_1.3fr] print:grid-cols-[2fr_1fr_1fr_1fr_1.3fr_1.3fr]';

interface FormProps {
  booking: Booking;
  declared: Declared;
  /** The seller's own address, where it is known. */
  sender: Pick<Booking, 'address' | 'addressLines'> | undefined;
}

/** A declaration with the boxes of the postal form that was chosen, as it is printed. */
export function CustomsForm({ booking, declared, sender }: FormProps) {
  const headingId = useId();
  const isSmall = declared.form === 'CN 22';
  const { description, hs, netWeight, grossWeight, origin } = declared;
  const { permit, price, shipping } = booking;
  const country = origin && new Intl.DisplayNames('en', { type: 'region' }).of(origin);
  const certificate = permit?.number;
  const value = amountOf(price);
  return (
    <section
      aria-labelledby={headingId}
      className={`mt-8 border border-line-strong bg-surface p-[4mm] text-xs leading-snug shadow-rest print:mt-0 print:border-0 print:p-0 print:shadow-none ${isSmall ? 'max-w-[105mm]' : 'max-w-[210mm]'}`}
      dir="ltr"
      lang="en"
      translate="no"
    >
      <header className="flex items-baseline justify-between gap-4">
        <h2 className="font-sans text-sm font-bold" id={headingId}>
          CUSTOMS DECLARATION / DÉCLARATION EN DOUANE
        </h2>
        <strong className="text-base whitespace-nowrap">{declared.form}</strong>
      </header>
      <p className="mb-2">May be opened officially / Peut être ouvert d’office</p>
      <div className={isSmall ? '' : 'grid sm:grid-cols-2 print:grid-cols-2'}>
        <Box title="From / De">
          {sender?.address ? (
            <AddressText address={sender.address} isAbroad lines={sender.addressLines} />
          ) : (
            <p>
              <bdi>{booking.sellerName}</bdi>
            </p>
          )}
          {booking.number && <p>{`Tel. ${booking.number}`}</p>}
        </Box>
        <Box title="To / À">
          {booking.address && (
            <AddressText address={booking.address} isAbroad lines={booking.addressLines} />
          )}
          {booking.phone && <p>{`Tel. ${booking.phone}`}</p>}
        </Box>
      </div>
      <Box title="Category of item / Catégorie de l’envoi">
        <ul
          className={`grid grid-cols-2 gap-x-2 ${isSmall ? '' : 'sm:grid-cols-3 print:grid-cols-3'}`}
        >
          {categories.map((category) => (
            <li key={category}>{`${category === soldGoods ? '[×]' : '[ ]'} ${category}`}</li>
          ))}
        </ul>
      </Box>
      <div className={isSmall ? '' : `grid grid-cols-2 ${itemColumns}`}>
        <Box title="Detailed description of contents / Description détaillée du contenu">
          <bdi>{description}</bdi>
        </Box>
        {!isSmall && <Box title="Quantity / Quantité">1</Box>}
        <div className={isSmall ? 'grid grid-cols-2' : 'contents'}>
          <Box title="Net weight / Poids net (kg)">{netWeight}</Box>
          <Box title="Value / Valeur">{value}</Box>
          <Box title="HS tariff number / No tarifaire du SH">{hs}</Box>
          <Box title="Country of origin / Pays d’origine">{country}</Box>
        </div>
      </div>
      <div className={`grid ${isSmall ? 'grid-cols-2' : 'grid-cols-3'}`}>
        <Box title="Total weight / Poids total (kg)">{grossWeight}</Box>
        <Box title="Total value / Valeur totale">{value}</Box>
        {!isSmall && <Box title="Postal charges / Frais de port">{amountOf(shipping)}</Box>}
      </div>
      {!isSmall && (
        <div className="grid grid-cols-2">
          <Box title="Licence, certificate, invoice / Licence, certificat, facture">
            {certificate && `Certificate No. ${certificate}`}
          </Box>
          <Box title="Comments / Observations">Used musical instrument</Box>
        </div>
      )}
      {isSmall && certificate && <Box title="Certificate / Certificat">{certificate}</Box>}
      <Box title="Date and sender’s signature / Date et signature de l’expéditeur">
        <p>
          I certify that the particulars given here are correct and that this item contains nothing
          dangerous or prohibited.
        </p>
        <div className="h-[12mm]" />
      </Box>
    </section>
  );
}

function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="-mt-px -ms-px min-h-[11mm] border border-line-strong px-[1.5mm] py-[1mm]">
      <h3 className="font-sans text-[0.65rem] font-normal text-muted">{title}</h3>
      <div className="font-semibold wrap-anywhere">{children}</div>
    </div>
  );
}

/** With the code of the currency, because a sign may be of several. */
function amountOf(amount: number): string {
  const { code, digits } = shopCurrency();
  return `${amount.toFixed(digits)} ${code}`;
}
