CREATE TABLE "external_ids" (
	"seller_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"product_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "external_ids_seller_id_external_id_pk" PRIMARY KEY("seller_id","external_id"),
	CONSTRAINT "external_ids_product_id_unique" UNIQUE("product_id"),
	CONSTRAINT "external_ids_length" CHECK (char_length("external_ids"."external_id") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "listing_import_rows" (
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"outcome" text,
	"product_id" uuid,
	"errors" jsonb,
	CONSTRAINT "listing_import_rows_import_id_row_pk" PRIMARY KEY("import_id","row"),
	CONSTRAINT "listing_import_rows_outcome_known" CHECK ("listing_import_rows"."outcome" in ('created', 'changed', 'unchanged', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "listing_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"file_name" text NOT NULL,
	"encoding" text DEFAULT '' NOT NULL,
	"delimiter" text DEFAULT ',' NOT NULL,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mapping" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text NOT NULL,
	"row_count" integer DEFAULT 0 NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "listing_imports_state_known" CHECK ("listing_imports"."state" in ('arriving', 'mapping', 'checking', 'checked', 'importing', 'done'))
);
--> statement-breakpoint
ALTER TABLE "external_ids" ADD CONSTRAINT "external_ids_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_ids" ADD CONSTRAINT "external_ids_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_import_rows" ADD CONSTRAINT "listing_import_rows_import_id_listing_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."listing_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_import_rows" ADD CONSTRAINT "listing_import_rows_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_imports" ADD CONSTRAINT "listing_imports_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_imports" ADD CONSTRAINT "listing_imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_import_rows_by_outcome" ON "listing_import_rows" USING btree ("import_id","outcome","row");--> statement-breakpoint
CREATE INDEX "listing_imports_by_seller" ON "listing_imports" USING btree ("seller_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "listing_imports_by_age" ON "listing_imports" USING btree ("created_at");