-- Arabic, Hebrew and Persian are found however they are spelled: without points and tatweel, with one letter for the forms of
-- alef, yeh, kaf and heh, with Western digits, and without the article (server/features/search/words/plain-text.ts does the
-- same). The version before calls the same functions, so it finds the same.
do $migration$
declare
  folding text := '';
begin
  if lower('ÄЖΣI') <> 'äжσi' then
    select format(' collate pg_catalog.%I', collname) into folding from pg_catalog.pg_collation
      where collname in ('pg_c_utf8', 'und-x-icu') and collnamespace = 'pg_catalog'::regnamespace
      order by collname limit 1;
  end if;
  execute format($function$
    create or replace function search_plain_text(value text) returns text
    language plpgsql immutable strict parallel safe set search_path from current as $$
    declare
      plain text := translate(lower(unaccent(normalize(value, NFKC))%s), 'ς', 'σ');
    begin
      if plain ~ '[\u0591-\u06ff]' then
        plain := translate(regexp_replace(plain,
          '[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]',
          '', 'g'), 'أإآٱىیکةۃہۀھە٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'ااااييكهههههه01234567890123456789');
      end if;
      return plain;
    end $$ $function$, coalesce(folding, ''));
end $migration$;
--> statement-breakpoint
-- A plain text without the article of its Arabic words, and without what is written together with it ('wa', 'fa', 'bi', 'ka',
-- 'li'). Two letters must be left. Done again it changes nothing.
create function search_without_article(plain text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  return regexp_replace(plain,
    '(?<![\u0621-\u064a\u066e-\u06d3])(?:[\u0648\u0641]?(?:[\u0628\u0643]?\u0627\u0644|\u0644\u0644))+(?=[\u0621-\u064a\u066e-\u06d3]{2})',
    '', 'g');
end $$;
--> statement-breakpoint
-- As before, and Arabic words also without their article.
create or replace function search_spaced(plain text) returns text
language plpgsql immutable strict parallel safe cost 500 as $$
declare
  han constant text := '\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f';
  unspaced constant text := han
    || '\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uac00-\ud7a3';
  pairs text;
  bare text;
begin
  if plain ~ '\u0644' then
    bare := search_without_article(plain);
    if bare <> plain then
      plain := plain || ' ' || bare;
    end if;
  end if;
  if plain ~ format('[%s]', unspaced) then
    select string_agg(case when run[1] ~ format('[%s]', unspaced) then (
        select string_agg(substr(run[1], at, 2), ' ') from generate_series(1, greatest(length(run[1]) - 1, 1)) at
      ) else run[1] end, ' ') into pairs
      from regexp_matches(plain, format('[%1$s]+|[^%1$s]+', unspaced), 'g') run;
    plain := pairs || regexp_replace(regexp_replace(plain, format('[^%s]+', han), '', 'g'), '(.)', ' \1', 'g');
  end if;
  return btrim(regexp_replace(plain, '[^[:alnum:]]+', ' ', 'g'));
end $$;
--> statement-breakpoint
with respelled as (
  delete from search_vocabulary where search_without_article(search_plain_text(word)) <> word
  returning search_without_article(search_plain_text(word)) as word, products, names
), stemmed as (
  select word, tsvector_to_array(to_tsvector('pg_catalog.english', word)) as stems,
    sum(products) as products, sum(names) as names
  from respelled where word ~ '^[[:alpha:]]+$' group by word
)
insert into search_vocabulary (word, stem, products, names)
select word, stems[1], products, names from stemmed where cardinality(stems) = 1
on conflict (word) do update set products = search_vocabulary.products + excluded.products,
  names = search_vocabulary.names + excluded.names;
--> statement-breakpoint
-- A job writes again what is found by the words of before (server/features/search/words/respell-rows.ts).
insert into search_progress (name, last_id)
select name, 'ffffffff-ffff-ffff-ffff-ffffffffffff' from (
  select 'respelled products' where exists (select from products)
  union all select 'respelled users' where exists (select from users)
  union all select 'respelled bookings' where exists (select from bookings)
) tables (name);
