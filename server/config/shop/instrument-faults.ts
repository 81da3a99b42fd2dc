import type { Category } from '#contract/constants.ts';
import type { OwnInstruments } from '#contract/instruments/instrument-settings.ts';
import { builtInInstruments } from '#contract/instruments/kinds.ts';
import { normalBrand } from '#contract/instruments/normal-brand.ts';
import { builtInBrandNamed } from '#contract/instruments/shop-instruments.ts';

interface Fault {
  path: readonly PropertyKey[];
  message: string;
}

type OwnKind = OwnInstruments['kinds'][number];

const { kinds: builtInKinds, attributes, checks, photos, materials, common } = builtInInstruments;
const builtInIds: ReadonlySet<string> = new Set(builtInKinds.map(({ kind }) => kind));
const isBuiltIn = (id: string) => builtInIds.has(id);

/** What the schema cannot say: which ids there are, and what goes together. */
export function instrumentFaults(
  own: OwnInstruments,
  shop: { categories: readonly Category[] },
): Fault[] {
  return [
    ...builtInFaults(own, shop),
    ...(['attributes', 'checks', 'photos'] as const).flatMap((table) =>
      Object.keys(own[table])
        .filter((id) => Object.hasOwn(builtInInstruments[table], id))
        .map((id) => ({
          path: [table, id],
          message: 'is an id that comes with the shop: use it as it is, or choose another id',
        })),
    ),
    ...Object.entries(own.attributes).flatMap(([id, one]) => attributeFaults(id, one)),
    ...idFaults(own),
    ...own.kinds.flatMap((one, at) => kindFaults(one, at, own, shop)),
    ...brandFaults(own),
  ];
}

const noCategory = ({ categories }: { categories: readonly Category[] }, id: string) =>
  `${id} is no category of the shop: there are ${categories.join(', ')}`;

/** What is said of the kinds that come with the shop. */
function builtInFaults(
  { show, hide, categories }: OwnInstruments,
  shop: { categories: readonly Category[] },
): Fault[] {
  const unknown = (list: 'show' | 'hide', ids: readonly string[] = []) =>
    ids.flatMap((id, at) =>
      isBuiltIn(id)
        ? []
        : { path: [list, at], message: `${id} is no kind that comes with the shop` },
    );
  return [
    ...(show && hide ? [{ path: ['hide'], message: 'cannot be there beside show' }] : []),
    ...unknown('show', show),
    ...unknown('hide', hide),
    ...Object.entries(categories).flatMap(([id, category]): Fault[] => {
      const path = ['categories', id];
      if (!isBuiltIn(id)) return [{ path, message: 'is no kind that comes with the shop' }];
      const isKnown = shop.categories.includes(category);
      return isKnown ? [] : [{ path, message: noCategory(shop, category) }];
    }),
  ];
}

function attributeFaults(id: string, one: OwnInstruments['attributes'][string]): Fault[] {
  const { type, values, formerValues = [], min, max, unit } = one;
  const fault = (field: string, message: string) => ({ path: ['attributes', id, field], message });
  const isNumber = type === 'number';
  const faults: Fault[] = [];
  if (type === 'choice' && (values === undefined || Object.keys(values).length < 2)) {
    faults.push(fault('values', 'must have at least two answers, as { "usb": "USB" }'));
  }
  if (type !== 'choice' && values !== undefined) {
    faults.push(fault('values', 'belong to the type choice'));
  }
  for (const [at, value] of formerValues.entries()) {
    if (!values || !Object.hasOwn(values, value)) {
      const path = ['attributes', id, 'formerValues', at];
      faults.push({ path, message: `${value} must stay in values, with its label` });
    }
  }
  if (isNumber && (min === undefined || max === undefined)) {
    faults.push(fault(min === undefined ? 'min' : 'max', 'is missing'));
  }
  if (!isNumber && (min !== undefined || max !== undefined)) {
    faults.push(fault(min === undefined ? 'max' : 'min', 'belongs to the type number'));
  }
  if (min !== undefined && max !== undefined && min >= max) {
    faults.push(fault('max', 'must be more than min'));
  }
  if (unit !== undefined && !isNumber && type !== 'choice') {
    faults.push(fault('unit', 'belongs to the types number and choice'));
  }
  return faults;
}

/** An id leads to one kind, also one that a kind was. */
function idFaults({ kinds, show, hide = [] }: OwnInstruments): Fault[] {
  const isHidden = (id: string) => (show ? !show.includes(id) : hide.includes(id));
  const taken = new Set<string>();
  const faults: Fault[] = [];
  for (const [at, { kind }] of kinds.entries()) {
    const path = ['kinds', at, 'kind'];
    if (isBuiltIn(kind)) {
      const message = `${kind} is a kind that comes with the shop: choose another id`;
      faults.push({ path, message });
    } else if (taken.has(kind)) faults.push({ path, message: `is ${kind} a second time` });
    taken.add(kind);
  }
  for (const [at, { was = [] }] of kinds.entries()) {
    for (const [index, former] of was.entries()) {
      if (taken.has(former) || (isBuiltIn(former) && !isHidden(former))) {
        const message = `is ${former}, which is a kind of the shop, or of another one's was`;
        faults.push({ path: ['kinds', at, 'was', index], message });
      }
      taken.add(former);
    }
  }
  return faults;
}

function kindFaults(
  kind: OwnKind,
  at: number,
  own: OwnInstruments,
  shop: { categories: readonly Category[] },
): Fault[] {
  const fault = (path: readonly PropertyKey[], message: string) => ({
    path: ['kinds', at, ...path],
    message,
  });
  const { category, without } = kind;
  const known = {
    checks: { ...checks, ...own.checks },
    photos: { ...photos, ...own.photos },
    materials,
  };
  return [
    ...(category !== undefined && !shop.categories.includes(category)
      ? [fault(['category'], noCategory(shop, category))]
      : []),
    ...kind.attributes.flatMap(({ id, values = [] }, index) => {
      const message = attributeFault(kind, index, own);
      if (message !== undefined) return [fault(['attributes', index], message)];
      const answers = own.attributes[id]?.values ?? attributes[id]?.values ?? {};
      return values.flatMap((value, place) =>
        Object.hasOwn(answers, value)
          ? []
          : fault(['attributes', index, 'values', place], `${value} is no value of ${id}`),
      );
    }),
    ...(['checks', 'photos', 'materials'] as const).flatMap((list) =>
      kind[list].flatMap((id, index) => {
        if (!Object.hasOwn(known[list], id)) return [fault([list, index], `${id} does not exist`)];
        const isRepeated = kind[list].indexOf(id) < index;
        return isRepeated ? [fault([list, index], `is ${id} a second time`)] : [];
      }),
    ),
    ...without.flatMap((id, index) =>
      common.includes(id)
        ? []
        : fault(['without', index], `${id} is not asked of every kind: ${common.join(', ')} are`),
    ),
  ];
}

function attributeFault(
  { attributes: asked }: OwnKind,
  index: number,
  own: OwnInstruments,
): string | undefined {
  const { id = '', values } = asked[index] ?? {};
  const isKnown = Object.hasOwn(own.attributes, id) || Object.hasOwn(attributes, id);
  if (!isKnown) return `${id} does not exist: write it into attributes`;
  if (common.includes(id)) return `${id} is asked of every kind`;
  if (asked.findIndex((one) => one.id === id) < index) return `is ${id} a second time`;
  const type = own.attributes[id]?.type ?? attributes[id]?.type;
  return values && type !== 'choice' ? `${id} has no values to choose from` : undefined;
}

function brandFaults({ brands, kinds }: OwnInstruments): Fault[] {
  const groups = new Set([
    ...builtInKinds.flatMap(({ brandGroups }) => brandGroups),
    ...kinds.flatMap(({ kind, brandGroups }) => brandGroups ?? [kind]),
  ]);
  const taken = new Set<string>();
  return brands.flatMap(({ name, aliases = [], groups: named, country }, at) => {
    const known = builtInBrandNamed(name);
    const fault = (path: readonly PropertyKey[], message: string) => ({
      path: ['brands', at, ...path],
      message,
    });
    const names = [name, ...aliases].map((one, index): Fault[] => {
      const path = index === 0 ? ['name'] : ['aliases', index - 1];
      const normal = normalBrand(one);
      if (normal === '') return [fault(path, 'needs a letter or a digit')];
      const other = builtInBrandNamed(one);
      const isTaken = taken.has(normal) || (other !== undefined && other !== known);
      taken.add(normal);
      return isTaken ? [fault(path, `${one} is the name of another maker`)] : [];
    });
    return [
      ...names.flat(),
      ...(known || named ? [] : [fault(['groups'], 'is missing')]),
      ...(known || country !== undefined ? [] : [fault(['country'], 'is missing')]),
      ...(named ?? []).flatMap((group, index) =>
        groups.has(group)
          ? []
          : fault(
              ['groups', index],
              `${group} is no group of makers: write the id of a kind of yours, or one of its brandGroups`,
            ),
      ),
    ];
  });
}
