/** Pictures that somebody has sent, each a link to the whole. */
export function EvidenceImages({ addresses, of }: { addresses: readonly string[]; of: string }) {
  if (addresses.length === 0) return null;
  return (
    <ul className="mt-3 grid grid-cols-3 gap-3 sm:grid-cols-4">
      {addresses.map((address, index) => (
        <li key={address}>
          <a className="block" href={address} rel="noopener" target="_blank">
            <img
              alt={`Number ${index + 1} of ${of}`}
              className="aspect-4/3 w-full rounded-md border border-line object-cover"
              height={150}
              loading="lazy"
              src={address}
              width={200}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
