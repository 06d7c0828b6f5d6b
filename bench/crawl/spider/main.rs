//! The crate `spider` as its README has it: every link, nothing kept.
//!
//!     spider-crawl PROXY SEEDS
use spider::hashbrown::HashSet;
use spider::tokio;
use spider::website::Website;

#[global_allocator]
static GLOBAL: mimalloc::MiMalloc = mimalloc::MiMalloc; // as its chapter on performance has it

#[tokio::main]
async fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[2]).expect("the file of seeds");
    let mut seeds = text.lines();
    let mut website = Website::new(seeds.next().expect("a seed"))
        .with_proxies(Some(vec![args[1].clone()]))
        .with_external_domains(Some(std::iter::once("*".to_string()))) // links to every host
        .with_respect_robots_txt(false)
        .with_retry(0)
        .build()
        .expect("a website");
    website.set_extra_links(seeds.map(Into::into).collect::<HashSet<_>>());
    website.crawl().await;
}
