module generated

go 1.26

require gopkg.in/validator.v2 v2.0.1
