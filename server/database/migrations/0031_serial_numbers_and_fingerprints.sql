CREATE TABLE "case_hints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"product_id" uuid NOT NULL,
	"other_product_id" uuid,
	"stolen_report_id" uuid,
	"image_id" uuid,
	"other_image_id" uuid,
	"distance" smallint,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "case_hints_kind_known" CHECK ("case_hints"."kind" in ('same-serial', 'reported-stolen', 'same-picture', 'similar-picture'))
);
--> statement-breakpoint
CREATE TABLE "stolen_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reporter_id" uuid,
	"brand" text NOT NULL,
	"kind" text,
	"serial_digest" "bytea" NOT NULL,
	"reference" text,
	"explanation" text,
	"created_at" timestamp with time zone NOT NULL,
	"comparison_due_at" timestamp with time zone DEFAULT now(),
	CONSTRAINT "stolen_reports_text_lengths" CHECK (char_length("stolen_reports"."brand") between 1 and 80 and char_length("stolen_reports"."kind") between 1 and 60 and char_length("stolen_reports"."reference") between 1 and 200 and char_length("stolen_reports"."explanation") between 1 and 5000)
);
--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "fingerprint" bigint;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "mirrored_fingerprint" bigint;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "fingerprinted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "serial_state" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "serial_sealed" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "serial_digest" "bytea";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "comparison_due_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "case_hints" ADD CONSTRAINT "case_hints_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_hints" ADD CONSTRAINT "case_hints_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_hints" ADD CONSTRAINT "case_hints_other_product_id_products_id_fk" FOREIGN KEY ("other_product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_hints" ADD CONSTRAINT "case_hints_stolen_report_id_stolen_reports_id_fk" FOREIGN KEY ("stolen_report_id") REFERENCES "public"."stolen_reports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stolen_reports" ADD CONSTRAINT "stolen_reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "case_hints_once" ON "case_hints" USING btree ("product_id","kind",coalesce("other_product_id", "stolen_report_id"));--> statement-breakpoint
CREATE INDEX "case_hints_by_case" ON "case_hints" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "case_hints_by_stolen_report" ON "case_hints" USING btree ("stolen_report_id");--> statement-breakpoint
CREATE INDEX "stolen_reports_by_serial" ON "stolen_reports" USING btree ("serial_digest");--> statement-breakpoint
CREATE INDEX "stolen_reports_by_reporter" ON "stolen_reports" USING btree ("reporter_id","created_at");--> statement-breakpoint
CREATE INDEX "stolen_reports_by_age" ON "stolen_reports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "stolen_reports_to_compare" ON "stolen_reports" USING btree ("comparison_due_at") WHERE "stolen_reports"."comparison_due_at" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "images_by_fingerprint_1" ON "images" USING btree ((("fingerprint" >> 48) & 65535)) WHERE "images"."fingerprint" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "images_by_fingerprint_2" ON "images" USING btree ((("fingerprint" >> 32) & 65535)) WHERE "images"."fingerprint" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "images_by_fingerprint_3" ON "images" USING btree ((("fingerprint" >> 16) & 65535)) WHERE "images"."fingerprint" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "images_by_fingerprint_4" ON "images" USING btree ((("fingerprint" >> 0) & 65535)) WHERE "images"."fingerprint" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "images_without_fingerprint" ON "images" USING btree ("id") WHERE "images"."fingerprinted_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_by_serial" ON "products" USING btree ("serial_digest") WHERE "products"."serial_digest" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_to_compare" ON "products" USING btree ("comparison_due_at") WHERE "products"."comparison_due_at" is not null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_serial_state_known" CHECK ("products"."serial_state" in ('number', 'none', 'unreadable')) NOT VALID;