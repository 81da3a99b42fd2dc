import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { SaleViewer } from '#contract/after-sale/sale-step-types.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { limits } from '#contract/constants.ts';
import { countries } from '#contract/delivery/countries.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { useDialogForm } from '../../ui/dialog-form.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadingOrError } from '../../ui/LoadingOrError.tsx';
import { RadioField } from '../../ui/RadioField.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { listingQuery } from '../after-sale/queries.ts';
import { crossesCustoms } from '../delivery/CustomsNote.tsx';
import { countryChoices } from '../delivery/delivery-form.ts';
import { ownAddressQuery } from '../delivery/own-address.ts';
import { kindQuery } from '../instruments/queries.ts';
import { CustomsForm } from './CustomsForm.tsx';
import { declaredAtFirst } from './customs-form.ts';
import { useSheet } from './ParcelLabel.tsx';

interface CustomsProps {
  booking: Booking;
  viewer: SaleViewer;
  /** The address of the reader. */
  email: string;
}

/** The customs declaration of a parcel, to print or to copy from. Its seller can read it while the sale is open. */
export function CustomsDeclaration(props: CustomsProps) {
  const { booking, viewer, email } = props;
  const isThere = viewer !== 'buyer' && booking.address !== undefined && crossesCustoms(booking);
  const listing = useQuery({ ...listingQuery(booking.productId), enabled: isThere });
  const kindId = listing.data?.kind ?? '';
  const kind = useQuery({ ...kindQuery(kindId), enabled: kindId !== '' });
  const own = useQuery({ ...ownAddressQuery(email), enabled: isThere && viewer === 'seller' });
  const title = t`Customs declaration`;
  if (!isThere) {
    return (
      <>
        <h1 tabIndex={-1}>{title}</h1>
        <EmptyState
          action={<BackToSale booking={booking} />}
          title={t`There is nothing to declare.`}
        >
          {t`The seller of an instrument that is shipped across a customs border can print it from the payment until the end of the sale.`}
        </EmptyState>
      </>
    );
  }
  // Without its kind it can still be filled in.
  const isLoading = listing.isLoading || kind.isLoading || own.isLoading;
  if (isLoading) {
    return <LoadingOrError heading={title} label={t`Loading the document`} query={listing} />;
  }
  const declared = declaredAtFirst(booking, { kind: kind.data, brand: listing.data?.brand });
  return <FilledIn {...props} declared={declared} sender={own.data} />;
}

function FilledIn({
  booking,
  declared,
  sender,
}: CustomsProps & {
  declared: ReturnType<typeof declaredAtFirst>;
  sender: Pick<Booking, 'address' | 'addressLines'> | undefined;
}) {
  const { register, control } = useDialogForm(`customs.${booking._id}`, {
    defaultValues: declared,
  });
  const typed = useWatch({ control });
  const filled = { ...declared, ...typed };
  const isSmall = filled.form === 'CN 22';
  useSheet(isSmall ? '105mm 148mm' : '210mm 148mm');
  return (
    <article>
      <div className="max-w-prose space-y-5 print:hidden">
        <h1 tabIndex={-1}>{t`Customs declaration`}</h1>
        <p>
          {t`Many posts and carriers take this online: then copy it from here. The shop fills in what it knows of the sale. You sign it, so check every line.`}
        </p>
        <RadioField
          {...register('form')}
          choices={[
            { value: 'CN 22', label: 'CN 22', note: t`Small packets` },
            { value: 'CN 23', label: 'CN 23', note: t`Parcels, and all that is worth more` },
          ]}
          hint={t`By its own words CN 22 is for a value up to 300 special drawing rights (SDR). Above that, and for parcels, it is CN 23. Ask your post about its limits of weight.`}
          label={t`Form`}
        />
        <TextField
          {...register('description')}
          dir="auto"
          hint={t`In English, French or the language of the country to which it goes`}
          label={t`Contents`}
          maxLength={limits.nameLength}
        />
        <TextField
          {...register('hs')}
          dir="ltr"
          hint={t`Check it: the shop suggests the six digits by the kind of instrument, without a warranty.`}
          inputMode="decimal"
          isOptional
          label={t`HS code`}
          maxLength={16}
        />
        <Select
          {...register('origin')}
          choices={[{ value: '', label: t`I do not know` }, ...countryChoices(countries)]}
          hint={t`Where it was made`}
          isOptional
          label={t`Country of origin`}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...register('netWeight')}
            dir="ltr"
            inputMode="decimal"
            isOptional
            label={t`Weight of the instrument, in kg`}
            maxLength={10}
          />
          <TextField
            {...register('grossWeight')}
            dir="ltr"
            inputMode="decimal"
            isOptional
            label={t`Weight of the parcel, in kg`}
            maxLength={10}
          />
        </div>
      </div>
      <CustomsForm booking={booking} declared={filled} sender={sender} />
      <p className="mt-6 flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => window.print()} variant="primary">
          {t`Print the declaration`}
        </Button>
        <BackToSale booking={booking} />
      </p>
    </article>
  );
}

function BackToSale({ booking }: Pick<CustomsProps, 'booking'>) {
  return (
    <Link className={buttonStyle()} to={paths.payment(booking._id)}>
      {t`See the sale`}
    </Link>
  );
}
