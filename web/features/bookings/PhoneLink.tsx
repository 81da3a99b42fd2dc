/** A telephone number that can be called. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <a className="text-link inline-block min-h-6 whitespace-nowrap" href={phoneAddress(number)}>
      {number}
    </a>
  );
}

/** The address of a link that calls this number. */
export function phoneAddress(number: string): string {
  return `tel:${number.replaceAll(/[^+\d]/g, '')}`;
}
