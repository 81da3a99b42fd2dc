CREATE TABLE "import_choices" (
	"seller_id" uuid NOT NULL,
	"field" text NOT NULL,
	"said" text NOT NULL,
	"means" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "import_choices_seller_id_field_said_pk" PRIMARY KEY("seller_id","field","said")
);
--> statement-breakpoint
ALTER TABLE "import_choices" ADD CONSTRAINT "import_choices_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;