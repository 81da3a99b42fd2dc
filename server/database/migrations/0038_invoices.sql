CREATE TABLE "billing_details" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"country" text NOT NULL,
	"vat_number" text,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_details_text_lengths" CHECK (char_length("billing_details"."name") between 1 and 200 and char_length("billing_details"."address") between 1 and 400 and char_length("billing_details"."vat_number") between 1 and 40),
	CONSTRAINT "billing_details_country" CHECK ("billing_details"."country" ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
CREATE TABLE "invoice_entries" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_years" (
	"year" integer PRIMARY KEY NOT NULL,
	"last_serial" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"year" integer NOT NULL,
	"serial" integer NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"seller_id" uuid NOT NULL,
	"month" text NOT NULL,
	"invoice_id" uuid,
	"gross_cents" bigint NOT NULL,
	"vat_cents" bigint NOT NULL,
	"vat_basis_points" integer NOT NULL,
	"vat_treatment" text NOT NULL,
	"currency" text NOT NULL,
	"content" jsonb NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoices_kind_known" CHECK ("invoices"."kind" in ('invoice', 'credit-note')),
	CONSTRAINT "invoices_vat_known" CHECK ("invoices"."vat_treatment" in ('charged', 'reverse-charge', 'outside', 'none')),
	CONSTRAINT "invoices_credit_an_invoice" CHECK (("invoices"."kind" = 'credit-note') = ("invoices"."invoice_id" is not null)),
	CONSTRAINT "invoices_amounts" CHECK (case "invoices"."kind" when 'invoice' then "invoices"."vat_cents" between 0 and "invoices"."gross_cents" else "invoices"."vat_cents" between "invoices"."gross_cents" and 0 and "invoices"."gross_cents" < 0 end),
	CONSTRAINT "invoices_vat_is_charged" CHECK ("invoices"."vat_treatment" = 'charged' or "invoices"."vat_cents" = 0 and "invoices"."vat_basis_points" = 0)
);
--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_entries_by_invoice" ON "invoice_entries" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_serial" ON "invoices" USING btree ("year","serial");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_per_month" ON "invoices" USING btree ("seller_id","month") WHERE "invoices"."kind" = 'invoice';--> statement-breakpoint
CREATE INDEX "invoices_by_seller" ON "invoices" USING btree ("seller_id","id");--> statement-breakpoint
CREATE INDEX "invoices_by_month" ON "invoices" USING btree ("month","id");--> statement-breakpoint
CREATE INDEX "invoices_by_invoice" ON "invoices" USING btree ("invoice_id") WHERE "invoices"."invoice_id" is not null;--> statement-breakpoint
-- Invoices are never changed or deleted, as the ledger (0000_initial_schema.sql).
revoke update, delete, truncate on table "invoices", "invoice_entries" from public, current_user;
