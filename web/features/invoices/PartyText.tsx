import { countryName } from '#contract/delivery/countries.ts';
import { t } from '#contract/text.ts';

/** Who issues an invoice, or to whom it is issued. Names are in their own direction, on the side of the page's. */
export function PartyText({
  lines,
  country,
  vatNumber,
}: {
  lines: readonly string[];
  country: string | undefined;
  vatNumber: string | undefined;
}) {
  return (
    <div className="mt-1 wrap-anywhere">
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Two lines may be the same, and they never move.
        <p key={place}>
          <bdi>{line}</bdi>
        </p>
      ))}
      {country && <p>{countryName(country)}</p>}
      {vatNumber && (
        <p>
          <span>{t`VAT number`}: </span>
          <bdi>{vatNumber}</bdi>
        </p>
      )}
    </div>
  );
}
