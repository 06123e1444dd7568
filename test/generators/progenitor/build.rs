//! Generates the client from the document in the environment variable DOCUMENT.
fn main() {
    println!("cargo:rerun-if-env-changed=DOCUMENT");
    let path = std::env::var("DOCUMENT").expect("DOCUMENT is the path of the OpenAPI document");
    println!("cargo:rerun-if-changed={path}");
    let text = std::fs::read_to_string(path).expect("the document is readable");
    let document: openapiv3::OpenAPI = serde_json::from_str(&text).expect("the document is OpenAPI 3.0");
    let mut settings = progenitor::GenerationSettings::default();
    settings.with_interface(progenitor::InterfaceStyle::Builder);
    let tokens = progenitor::Generator::new(&settings)
        .generate_tokens(&document)
        .expect("progenitor generates a client");
    let file = syn::parse2(tokens).expect("the client is Rust");
    let output = std::path::Path::new(&std::env::var("OUT_DIR").expect("cargo runs this")).join("client.rs");
    std::fs::write(output, prettyplease::unparse(&file)).expect("the client is writable");
}
